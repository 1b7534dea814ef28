import type { StreamedAnswer } from '@ticketgate/sdk';

import type { EncodedText } from '../../json/encode-json.js';

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  /** Undefined sends none. */
  readonly contentType: string | undefined;
  readonly body: EncodedText;
  /** Sent instead of the body. */
  readonly stream?: StreamedAnswer;
  /** What the body is the JSON of, where it is; for the debugger. */
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

/** What the debug log shows of an answer. */
export function contentOf({ body, data }: Answer): unknown {
  return data ?? (typeof body === 'string' ? body : body.join(''));
}
