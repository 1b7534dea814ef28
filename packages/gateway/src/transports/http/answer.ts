import type { EncodedText } from '../../json/encode-json.js';

/** Headers by name. */
export type Headers = Readonly<Record<string, string>>;

/** An answer before it is sent. */
export interface Answer {
  readonly status: number;
  /** Undefined sends none. */
  readonly contentType: string | undefined;
  readonly body: EncodedText;
  /** What the body is the JSON of, where it is; for the debugger. */
  readonly data?: unknown;
  readonly headers: Headers;
}

export const NO_HEADERS: Headers = Object.freeze({});
