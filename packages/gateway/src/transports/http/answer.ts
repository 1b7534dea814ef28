import type { StreamedAnswer } from '@ticketgate/sdk';

import type { EncodedText } from '../../json/encode-json.js';

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  /** If undefined, no header is sent. */
  readonly contentType: string | undefined;
  readonly body: EncodedText;
  /** Sent instead of the body. */
  readonly stream?: StreamedAnswer;
  /** The data that the body encodes as JSON, if it does; for the debugger. */
  readonly data?: unknown;
  readonly headers: Headers;
}

/** An answer whose body is a stream. */
export interface StreamedHttpAnswer extends Answer {
  readonly stream: StreamedAnswer;
}

export function isStreamed(answer: Answer): answer is StreamedHttpAnswer {
  return answer.stream !== undefined;
}

export const NO_HEADERS: Headers = Object.freeze({});

/** The content of an answer for the debug log. */
export function contentOf({ body, data }: Answer): unknown {
  return data ?? (typeof body === 'string' ? body : body.join(''));
}
