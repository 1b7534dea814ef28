import { JsonScanner, type ExceededLimit, type JsonLimits } from '@ticketgate/gateway';

/** Most bytes of a response. */
const LONGEST = 10_000_000;
/** Responses of more bytes wait for their turn. */
export const LARGE = 100_000;

/** Limits of the responses of other systems. */
export interface AnswerLimits {
  /** The same as of requests. */
  readonly json: JsonLimits;
  /** Characters that an inbound mapping compares with its patterns. */
  readonly mappingCharacters: number;
  /** Reserves memory until the call ends; resolves when the responses of other calls leave enough. */
  readonly reserve: (bytes: number, signal: AbortSignal) => Promise<void>;
}

/** Takes a body as it arrives. */
export interface BodySink {
  /** The encoding of its text, as soon as the transport knows it; undefined for UTF-8. */
  readonly encoding?: string | undefined;
  /** The next part comes when this one is read. @throws AnswerRefused beyond the limits */
  add(part: Buffer): Promise<void> | void;
  finish(): Promise<void> | void;
}

interface BodyOptions {
  readonly limits: Pick<AnswerLimits, 'reserve'>;
  readonly signal: AbortSignal;
  readonly sink: BodySink;
}

/** The limits of a text that is not parsed. */
const UNCOUNTED: JsonLimits = { nodes: Infinity, keys: Infinity, keyLength: Infinity, depth: Infinity };

/** Counts JSON, if it will be parsed. */
export function jsonSink({ json }: Pick<AnswerLimits, 'json'>, isParsed: boolean): BodySink {
  return new JsonScanner(isParsed ? json : UNCOUNTED, tooDeep);
}

/** The family accepts these statuses. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 209;
}

/** A response beyond the limits. */
export class AnswerRefused extends Error {}

/**
 * Reads a response into `parts`, which keep what has arrived even if the rest fails.
 *
 * @throws Error for a response beyond the limits, without memory for it, or cut off
 */
export async function takeBody(
  body: AsyncIterable<Buffer>,
  parts: Buffer[],
  { limits, signal, sink }: BodyOptions,
): Promise<void> {
  let length = 0;
  for await (const part of body) {
    const wasSmall = length <= LARGE;
    length += part.length;
    if (length > LONGEST) throw new AnswerRefused(`the answer has more than ${LONGEST} bytes`);
    await sink.add(part);
    if (wasSmall && length > LARGE) await makeRoom(limits, signal);
    parts.push(part);
  }
  await sink.finish();
}

async function makeRoom({ reserve }: Pick<AnswerLimits, 'reserve'>, signal: AbortSignal): Promise<void> {
  try {
    await reserve(LONGEST, signal);
  } catch (cause) {
    if (cause instanceof AnswerRefused) throw cause;
    throw new AnswerRefused('the answer had to wait for large answers of other calls until the Timeout');
  }
}

function tooDeep({ what, setting }: ExceededLimit): Error {
  const found = setting === 'jsonDepth' ? `is nested deeper than ${what}` : `has ${what}`;
  return new AnswerRefused(`the answer ${found}, which limits.${setting} of the configuration allows at most`);
}
