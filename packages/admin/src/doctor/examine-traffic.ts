import { RequestCounts } from '@ticketgate/database';
import { estimateQuantile } from '@ticketgate/runtime';

import type { TaskSystem } from '../tasks/task.js';
import { about, type Finding, type Found, warning } from './finding.js';

const DAY = 86_400_000;
/** Milliseconds within which 95 % of an operation's requests should be answered. */
const SLOW = 1000;
/** Requests below which the share says nothing. */
const FEW = 20;
/** Most findings of each subject. */
const MOST = 20;

interface Sum {
  readonly service: string;
  readonly operation: string;
  readonly requests: number;
  readonly failed: number;
  readonly durations: Readonly<Record<string, number>>;
}

/** The requests of the last 24 hours, and those of invokers. */
export async function examineTraffic(system: TaskSystem): Promise<readonly Finding[]> {
  const names = new Map((await system.services.list()).map(({ id, name }) => [id, name]));
  const nameOf = (id: number) => names.get(id) ?? '';
  const [received, sent] = await Promise.all([sumsOf(system, 'Provider', nameOf), sumsOf(system, 'Requester', nameOf)]);
  return [
    ...about('requests', failuresIn(received), 'None failed in the last 24 hours.'),
    ...about('calls of invokers', failuresIn(sent), 'None failed in the last 24 hours.'),
    ...about('operations', slowIn(received), `Of each, 95 % of the requests were answered within ${SLOW} ms.`),
  ];
}

/** The requests of a day by operation. */
async function sumsOf(
  system: TaskSystem,
  type: 'Provider' | 'Requester',
  nameOf: (id: number) => string,
): Promise<readonly Sum[]> {
  const to = system.now();
  const from = new Date(to.getTime() - DAY);
  const periods = await new RequestCounts(system.database).periods({
    type,
    from,
    to,
    step: DAY / 1000,
    by: 'operation',
    limit: 10_000,
  });
  const sums = new Map<string, Sum>();
  for (const { serviceID, operation, requests, failed, durations } of periods) {
    const key = `${serviceID} ${operation}`;
    const known = sums.get(key);
    const added = Object.entries(durations).map(
      ([name, each]) => [name, each + (known?.durations[name] ?? 0)] as const,
    );
    sums.set(key, {
      service: nameOf(serviceID),
      operation,
      requests: requests + (known?.requests ?? 0),
      failed: failed + (known?.failed ?? 0),
      durations: { ...known?.durations, ...Object.fromEntries(added) },
    });
  }
  return [...sums.values()];
}

/** Web services with requests that failed, those with most first. */
function failuresIn(sums: readonly Sum[]): readonly Found[] {
  const found = new Map<string, { requests: number; failed: number }>();
  for (const { service, requests, failed } of sums) {
    const known = found.get(service) ?? { requests: 0, failed: 0 };
    found.set(service, { requests: known.requests + requests, failed: known.failed + failed });
  }
  return [...found]
    .filter(([, { failed }]) => failed > 0)
    .toSorted(([, one], [, other]) => other.failed - one.failed)
    .slice(0, MOST)
    .map(([service, { requests, failed }]) => {
      const message = `"${service}": ${failed} of ${requests} failed in the last 24 hours.`;
      return { ...warning(message, 'Look at their reasons in the debug log.'), service };
    });
}

/** The slowest first. */
function slowIn(sums: readonly Sum[]): readonly Found[] {
  return sums
    .filter(({ requests }) => requests >= FEW)
    .map(({ service, operation, durations }) => {
      return { service, name: operation, time: estimateQuantile(durations, 0.95) ?? 0 };
    })
    .filter(({ time }) => time > SLOW)
    .toSorted((one, other) => other.time - one.time)
    .slice(0, MOST)
    .map(({ service, name, time }) => {
      const message = `${name} of "${service}": 5 % of the requests took longer than ${Math.round(time)} ms.`;
      return { ...warning(message, 'Look at the slowest ones in the debug log.'), service, name };
    });
}
