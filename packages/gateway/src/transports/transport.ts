import type { IncomingMessage } from 'node:http';
import type { CredentialSource, WebService } from '@ticketgate/definition';
import type { AnswerHead, Credentials, Data, OperationError, StreamedAnswer } from '@ticketgate/sdk';

import type { McpEndpoint } from '../mcp-endpoint.js';
import type { Trace } from '../debugger/trace.js';
import type { Failure } from '../failure.js';
import type { HttpRequestInfo } from '../http-request-info.js';
import type { Answer, Headers } from './http/answer.js';
import type { ByteReservation } from '../byte-limit.js';
import type { ReadingLimits } from './http/reading-limits.js';

/**
 * Compiles a version of a definition for one way of reaching its operations; undefined if the definition has another transport. HTTP::REST is
 * the folder `rest`, HTTP::SOAP is `soap`; a new one is a folder next to them, listed in `transports.ts` and in `provider-transports.ts` of
 * `definition`. A transport turns a request into a call, and the result of the call into an answer. `Exchange.dispatch` does the rest:
 * mappings, operations and their contexts.
 */
export type Transport = (webService: WebService) => ServiceTransport | undefined;

export interface ServiceTransport {
  /** Why it cannot serve any request, in one sentence; undefined if it can. */
  readonly obstacle: string | undefined;
  readonly endpoints: readonly Endpoint[];
  /** Names of the parameters that the transport itself adds to the data of an operation. */
  listParameters(operation: string): readonly string[];
  /** @throws Failure for anything that ends the request before its operation has answered */
  handle(exchange: Exchange): Promise<Handled>;
  answerFailure(failure: Failure, requestID: string, request: IncomingMessage): Answer;
  /** The headers of answers of an operation; without an operation, those of every answer. */
  makeHeaders(operation: string | undefined, request: IncomingMessage): readonly Headers[];
}

/** Where an operation can be called, for listings. */
export interface Endpoint {
  readonly operation: string;
  /** Undefined: any. */
  readonly methods: readonly string[] | undefined;
  readonly path: string | undefined;
}

/** A request in progress, with everything that its transport needs. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly info: HttpRequestInfo;
  /** The part of the URL after the service's name, without the query. */
  readonly path: string;
  readonly query: string;
  readonly trace: Trace;
  readonly limits: ReadingLimits;
  /** Reserves the bytes of the body. */
  readonly reservation: ByteReservation;
  /** Name of the host's session cookie. */
  readonly cookieName: string;
  /** Opens the MCP endpoint; undefined if the server has none. */
  readonly openMcpEndpoint: (() => Promise<McpEndpoint>) | undefined;
  /** The service's description for clients, such as a WSDL; undefined if it has no public documentation. */
  describe(): Promise<string | undefined>;
  /** Whether the input of an operation is validated by a schema. */
  isChecked(operation: string): boolean;
  /**
   * Runs a call: inbound mapping, operation, outbound mapping.
   *
   * @throws Failure
   */
  dispatch(call: OperationRequest): Promise<DispatchResult>;
}

/** The request as a transport has read it. */
export interface OperationRequest {
  /** Its name in the definition. */
  readonly operation: string;
  readonly data: unknown;
  /** The values that came as text, at the same places. They are converted if the input is validated by a schema. */
  readonly texts: Data | undefined;
  /** As the client sent it. */
  readonly idempotencyKey?: string | undefined;
  /** For HEAD: operations that write do not run. */
  readonly isProbe?: boolean;
  /** Reads the credentials of the request and of its mapped data. */
  readCredentials(input: unknown): Credentials;
  /** Sources of credentials that were sent but that the service does not accept. */
  findIgnoredCredentials?(input: unknown): readonly CredentialSource[];
  /** The value of a header, whatever the case of its name; missing if the call has no headers. */
  readHeader?(name: string): string | undefined;
}

export type DispatchResult =
  | {
      readonly kind: 'done';
      readonly data: Data | undefined;
      readonly head: AnswerHead | undefined;
      readonly isReplay: boolean;
    }
  /** A stream for the client, which the receiver must read or destroy. */
  | { readonly kind: 'streamed'; readonly stream: StreamedAnswer }
  /** An error of the operation; `data` is the error after the outbound mapping. */
  | { readonly kind: 'refused'; readonly error: OperationError; readonly data: Data }
  | { readonly kind: 'not-run' };

/** An answer, and the operation that determines its headers. */
export interface Handled {
  readonly answer: Answer;
  readonly operation: string | undefined;
}
