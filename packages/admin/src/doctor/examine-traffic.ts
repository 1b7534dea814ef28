import { RequestCounts } from '@ticketgate/database';
import { estimateQuantile } from '@ticketgate/runtime';
import { declareMessages } from '@ticketgate/sdk/schema';

import type { TaskSystem } from '../tasks/task.js';
import { about, type Finding, type Found, warning } from './finding.js';

const DAY = 86_400_000;
/** Milliseconds within which 95 % of an operation's requests should be answered. */
const SLOW = 1000;
/** Requests below which the share says nothing. */
const FEW = 20;
/** Most findings of each subject. */
const MOST = 20;

const say = declareMessages({
  'finding.requests': 'None failed in the last 24 hours.',
  'finding.requests.failed': '"{service}": {failed} of {requests} failed in the last 24 hours.',
  'finding.requests.reasons': 'Look at their reasons in the debug log.',
  'finding.operations': 'Of each, 95 % of the requests were answered within {time} ms.',
  'finding.operations.slow': '{operation} of "{service}": 5 % of the requests took longer than {time} ms.',
  'finding.operations.look': 'Look at the slowest ones in the debug log.',
});

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
  const [received, sent] = await Promise.all([sumUp(system, 'Provider', nameOf), sumUp(system, 'Requester', nameOf)]);
  return [
    ...about('requests', failuresIn(received), say('finding.requests')),
    ...about('calls of invokers', failuresIn(sent), say('finding.requests')),
    ...about('operations', slowIn(received), say('finding.operations', { time: SLOW })),
  ];
}

/** The requests of a day by operation. */
async function sumUp(
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
      const message = say('finding.requests.failed', { service, failed, requests });
      return { ...warning(message, say('finding.requests.reasons')), service };
    });
}

/** The slowest first. */
function slowIn(sums: readonly Sum[]): readonly Found[] {
  return sums
    .filter(({ requests }) => requests >= FEW)
    .map(({ durations, ...sum }) => ({ ...sum, time: Math.round(estimateQuantile(durations, 0.95) ?? 0) }))
    .filter(({ time }) => time > SLOW)
    .toSorted((one, other) => other.time - one.time)
    .slice(0, MOST)
    .map(({ service, operation, time }) => {
      const message = say('finding.operations.slow', { operation, service, time });
      return { ...warning(message, say('finding.operations.look')), service, name: operation };
    });
}
