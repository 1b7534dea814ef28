import autocannon from 'autocannon';

import type { Driven, Probe } from './drive.js';
import { percentile } from './statistics.js';

export interface AutocannonLoad {
  readonly connections: number;
  readonly seconds: number | undefined;
  readonly amount: number | undefined;
}

/** {@link drive} by autocannon, in this process. */
export async function driveByAutocannon(
  url: string,
  probe: Probe,
  { connections, seconds, amount }: AutocannonLoad,
): Promise<Driven> {
  const times: number[] = [];
  const { start, pattern, times: count } = probe.right;
  const found = new RegExp(pattern, 'g');
  let wrong: string | undefined;
  const began = performance.now();
  const options = {
    url,
    connections,
    ...(amount === undefined ? { duration: seconds ?? 1 } : { amount }),
    requests: [{ setupRequest: () => probe.next() }],
    verifyBody: (body: unknown) => {
      const text = String(body);
      const isRight = text.startsWith(start) && text.match(found)?.length === count;
      if (!isRight) wrong ??= text.slice(0, 500);
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
