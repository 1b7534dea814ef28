import { driveByAutocannon } from './by-autocannon.js';
import { driveByWrk, hasWrk } from './by-wrk.js';

/** One kind of request, and what a right answer to it looks like. */
export interface Probe {
  readonly name: string;
  next(): ProbeRequest;
  readonly right: RightAnswer;
}

/** Success, and a body that begins like this and has this pattern so often. */
export interface RightAnswer {
  readonly start: string;
  /** In what JavaScript and Lua have in common; `\d` is put in Lua's words. */
  readonly pattern: string;
  readonly times: number;
}

export interface ProbeRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Load {
  readonly connections: number;
  /** Either this long, whole seconds … */
  readonly seconds?: number;
  /** … or this many requests. */
  readonly amount?: number;
}

export interface Driven {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
}

/**
 * Sends a probe's requests for a while, each connection the next as soon as it has an answer: by wrk where it is installed, since that takes
 * least of the processors that it shares with what is measured; by autocannon otherwise, and for a number of requests, which wrk cannot be told.
 *
 * @throws Error when an answer was wrong: numbers of failures mean nothing
 */
export async function drive(url: string, probe: Probe, { connections, seconds, amount }: Load): Promise<Driven> {
  if (amount === undefined && hasWrk()) return driveByWrk(url, probe, { connections, seconds: seconds ?? 1 });
  return driveByAutocannon(url, probe, { connections, seconds, amount });
}
