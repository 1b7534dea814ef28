/** A request as it is sent: what is written down of one that fails, and read to send it again. */
export interface Sample {
  /** Where it came from, for the report. */
  readonly origin: string;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined without a body. In Latin-1: each character is one byte. */
  readonly body: string | undefined;
}

/** Bytes for the socket instead of a request that is well-formed HTTP, in Latin-1. */
export interface RawSample {
  readonly origin: string;
  readonly bytes: string;
}

export function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** For a URL; half a surrogate pair cannot be encoded. */
export function encode(text: string): string {
  return encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '\ufffd'));
}
