import type { HttpRequester } from '@ticketgate/definition';
import type { Trace } from '@ticketgate/gateway';
import type { Data } from '@ticketgate/sdk';

import type { OutgoingBody, StreamedTexts } from '../streamed-texts.js';
import type { AnswerLimits, BodySink } from './answer-body.js';
import type { RequestHeaders } from './request-headers.js';

/** What the requests of a type of transport contain, and how their responses are read. Everything else is the same for all types. */
export interface InvokerTransport {
  readonly http: HttpRequester;
  /** The texts that its bodies can contain while they are read. Others become part of the data. */
  readonly streams: 'any text' | 'Base64';
  /** @throws CallFailure if the definition is incomplete, or the data cannot be sent */
  makeRequest(parts: RequestParts): OutgoingRequest;
  /** Creates what reads one response to a request. */
  openAnswer(request: OutgoingRequest, options: AnswerOptions): AnswerReader;
}

export interface AnswerOptions {
  /** What the other system calls it. */
  readonly remoteName: string;
  readonly answerUse: AnswerUse;
  readonly answers: AnswerLimits;
  readonly trace: DebugTrace;
}

export interface AnswerReader {
  /** Called with the head of a response; the result takes its body as it arrives. */
  begin(head: AnswerHead): BodySink;
  /** @throws CallFailure unless the response is successful and has the content that is needed */
  read(answer: ReceivedAnswer): Promise<RemoteData>;
}

export interface AnswerHead {
  readonly status: number;
  readonly contentType: string | undefined;
}

export interface ReceivedAnswer {
  /** Without a response 500, as in the family; the body then has the reason. */
  readonly status: number;
  /** All that arrived before the connection ended, in UTF-8 if the transport knows its encoding. */
  readonly body: Buffer;
  /** By name, in lower case. */
  readonly headers?: Readonly<Record<string, string | string[] | undefined>>;
  /** The location of a redirect. */
  readonly redirect?: string | undefined;
  readonly retryAfter?: string | undefined;
  /** Why there is no response, or not all of it. */
  readonly failure?: string | undefined;
}

/** A request to another system. */
export interface OutgoingRequest extends RequestHeaders {
  readonly method: string;
  /** For example `https://chat.example.org:8443`. */
  readonly origin: string;
  /** Path and query, including the path of Host. */
  readonly path: string;
  /** Path and query for messages: without the path of Host. */
  readonly address: string;
  readonly body: OutgoingBody | undefined;
  /** The data without the members that were used in placeholders. */
  readonly remaining: Data;
  /** Whether the controller has a query that is not sent. */
  readonly isQueryDropped: boolean;
  /** The token that it is sent with. */
  readonly token?: string;
}

/** The debug log of the call. */
export type DebugTrace = Pick<Trace, 'debug'>;

export interface RequestParts {
  readonly invoker: string;
  /** What the other system calls it. */
  readonly remoteName: string;
  readonly data: Data;
  /** Long texts for which the data has placeholders. */
  readonly texts: StreamedTexts;
  readonly userAgent: string;
  readonly trace: DebugTrace;
}

/** What becomes of the content of a response: `optional` content is used if it is an object or a list. */
export type AnswerUse = 'ignored' | 'optional' | 'needed';

/** The data of a response. */
export interface RemoteData {
  /** Undefined for status 204, and for content that does not matter. */
  readonly data: unknown;
  /** Whether the response is too large for the debug log. */
  readonly isLarge: boolean;
}
