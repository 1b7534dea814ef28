import type { StreamedAnswer } from '@ticketgate/sdk';

import { type EncodedText, encodeJson } from '../../json/encode-json.js';

export type Headers = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  /** If undefined, no header is sent. */
  readonly contentType: string | undefined;
  readonly body: EncodedText;
  /** Sent instead of the body. */
  readonly stream?: StreamedAnswer;
  /** The data that the body encodes as JSON, for the debugger. */
  readonly data?: unknown;
  readonly headers: Headers;
}

export interface StreamedHttpAnswer extends Answer {
  readonly stream: StreamedAnswer;
}

export function isStreamed(answer: Answer): answer is StreamedHttpAnswer {
  return answer.stream !== undefined;
}

export const JSON_TYPE = 'application/json; charset=UTF-8';
export const PLAIN_TYPE = 'text/plain; charset=UTF-8';
export const NO_HEADERS: Headers = Object.freeze({});

/** The content of an answer for the debug log. */
export function readAnswerContent({ body, data }: Answer): unknown {
  return data ?? (typeof body === 'string' ? body : body.join(''));
}

/** The debug log's name for an answer. */
export function nameAnswer({ status }: Pick<Answer, 'status'>): string {
  return `Returning provider data to remote system (HTTP Code: ${status})`;
}

/** The family answers unknown services with an empty 500. */
export const EMPTY_ERROR: Answer = Object.freeze({
  status: 500,
  contentType: undefined,
  body: '',
  headers: NO_HEADERS,
});

/** The answer at our own URLs: in the form of flat services, since the form of an unknown service is unknown. */
export function answerUnknownService(name: string): Answer {
  const message = `No web service "${name}" is served. Names are case-sensitive; GET / lists them.`;
  const error = { ErrorCode: 'Gateway.ServiceUnknown', ErrorMessage: message };
  return { status: 404, contentType: JSON_TYPE, body: encodeJson({ Error: error }), headers: NO_HEADERS };
}
