import autocannon from 'autocannon';

import { percentile } from './statistics.js';

/** One kind of request, and what a right answer to it looks like. */
export interface Probe {
  readonly name: string;
  next(): ProbeRequest;
  isRight(body: string): boolean;
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
 * Sends a probe's requests for a while, each connection the next as soon as it has an answer.
 *
 * @throws Error when an answer was wrong: numbers of failures mean nothing
 */
export async function drive(url: string, probe: Probe, { connections, seconds, amount }: Load): Promise<Driven> {
  const times: number[] = [];
  let wrong: string | undefined;
  const began = performance.now();
  const options = {
    url,
    connections,
    ...(amount === undefined ? { duration: seconds ?? 1 } : { amount }),
    requests: [{ setupRequest: () => probe.next() }],
    verifyBody: (body: unknown) => {
      const isRight = probe.isRight(String(body));
      if (!isRight) wrong ??= String(body).slice(0, 500);
      return isRight;
    },
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error: unknown, ended) => {
      if (error instanceof Error) reject(error);
      else resolve(ended);
    });
    running.on('response', (...response) => times.push(response[3]));
  });
  const elapsed = (performance.now() - began) / 1000;
  const { errors, timeouts, non2xx, mismatches } = result;
  if (errors + timeouts + non2xx + mismatches > 0) {
    const failures = `${errors} connections, ${timeouts} time-outs, ${non2xx} status codes, ${mismatches} bodies`;
    throw new Error(`${probe.name}: of ${times.length} answers these were wrong: ${failures}. ${wrong ?? ''}`);
  }
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / elapsed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    requests: times.length,
  };
}
