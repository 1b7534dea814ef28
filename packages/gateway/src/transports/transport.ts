import type { IncomingMessage } from 'node:http';
import type { CredentialSource, WebService } from '@ticketgate/definition';
import type { AnswerHead, Credentials, Data, OperationError, StreamedAnswer } from '@ticketgate/sdk';

import type { McpEndpoint } from '../mcp-endpoint.js';
import type { Trace } from '../debugger/trace.js';
import type { Failure } from '../failure.js';
import type { HttpRequestInfo } from '../http-request-info.js';
import type { Answer, Headers } from './http/answer.js';
import type { BodyReservation } from './http/body-budget.js';
import type { ReadingLimits } from './http/reading-limits.js';

/**
 * A way in which requests reach the operations of web services; HTTP::REST is the folder `rest`, another one would be a folder
 * beside it, and an entry of the list in `transports.ts`. It turns a request into a call, and the outcome of the call into an answer.
 * Mappings, operations and their contexts are behind `Exchange.dispatch`.
 */
export interface Transport {
  /** Prepares what a definition says of it, once for each version; undefined when the definition has another transport. */
  compile(webService: WebService): ServiceTransport | undefined;
}

/** The transport of one version of a web service. */
export interface ServiceTransport {
  /** One sentence why it can serve no request; undefined when it can. */
  readonly obstacle: string | undefined;
  readonly endpoints: readonly Endpoint[];
  /** Names of the parameters that the transport itself adds to the data of an operation. */
  parametersOf(operation: string): readonly string[];
  /** @throws Failure for anything that ends the request before its operation has answered */
  handle(exchange: Exchange): Promise<Handled>;
  answerFailure(failure: Failure, requestID: string): Answer;
  /** The members that every answer of an operation has; without an operation, those of every answer. */
  headersOf(operation: string | undefined, request: IncomingMessage): readonly Headers[];
}

/** Where an operation is served; for those who list it. */
export interface Endpoint {
  readonly operation: string;
  /** Undefined: any. */
  readonly methods: readonly string[] | undefined;
  readonly path: string | undefined;
}

/** A request on its way, with what its transport may use. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly info: HttpRequestInfo;
  /** The part of the URL after the service's name, without the query. */
  readonly path: string;
  readonly query: string;
  readonly trace: Trace;
  readonly limits: ReadingLimits;
  /** Limits the bytes of all bodies that are in memory at a time. */
  readonly reservation: BodyReservation;
  /** Name of the host's session cookie. */
  readonly cookieName: string;
  /** Answers AI agents for the service; undefined if the service offers no tools. */
  readonly openMcpEndpoint: (() => Promise<McpEndpoint>) | undefined;
  /** Undefined when the definition has no such operation, or nobody serves its type. */
  findOperation(name: string): OperationTraits | undefined;
  /**
   * Carries out a call: inbound mapping, operation, outbound mapping.
   *
   * @throws Failure
   */
  dispatch(call: OperationRequest): Promise<DispatchResult>;
}

/** The facts about an operation that a transport needs. */
export interface OperationTraits {
  /** Its input is checked by a schema, so that its values may come as they are. */
  readonly isChecked: boolean;
}

/** The request as a transport has read it. */
export interface OperationRequest {
  /** Its name in the definition. */
  readonly operation: string;
  readonly data: unknown;
  /** The values that came as text, at the same places. For operations that are checked by a schema, they are converted. */
  readonly texts: Data | undefined;
  /** As the client sent it. */
  readonly idempotencyKey: string | undefined;
  /** An operation that writes is not run then. */
  readonly isProbe: boolean;
  /** Reads the credentials of the request, and those in its data after the inbound mapping. */
  readCredentials(input: unknown): Credentials;
  /** Kinds of credentials that came although the service does not accept them. */
  findIgnoredCredentials(input: unknown): readonly CredentialSource[];
  /** The value of a header, whatever the case of its name. */
  readHeader(name: string): string | undefined;
}

/** The outcome of a call. */
export type DispatchResult =
  | {
      readonly kind: 'done';
      readonly data: Data | undefined;
      /** Status and headers, as the operation sets them. */
      readonly head: AnswerHead | undefined;
      readonly isReplay: boolean;
    }
  /** Goes to the client as it is. The receiver must read or destroy it. */
  | { readonly kind: 'streamed'; readonly stream: StreamedAnswer }
  /** An error of the operation's own; `data` is what it looks like behind the outbound mapping. */
  | { readonly kind: 'refused'; readonly error: OperationError; readonly data: Data }
  | { readonly kind: 'not-run' };

/** An answer, and the operation whose headers it gets. */
export interface Handled {
  readonly answer: Answer;
  readonly operation: string | undefined;
}
