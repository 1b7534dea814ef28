import { RequestCounts } from '@ticketgate/database';
import { estimateQuantile } from '@ticketgate/runtime';
import { declareMessages } from '@ticketgate/sdk/schema';

import { DAY } from '../tasks/schemas.js';
import { groupBy, sumUp } from '../statistics/service-traffic.js';
import type { TaskSystem } from '../tasks/task.js';
import { about, type Finding, type Found, warning } from './finding.js';

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

interface Sum extends ReturnType<typeof sumUp> {
  readonly service: string;
  readonly operation: string;
}

export async function examineTraffic(system: TaskSystem): Promise<readonly Finding[]> {
  const names = new Map((await system.services.list()).map(({ id, name }) => [id, name]));
  const findName = (id: number) => names.get(id) ?? '';
  const [received, sent] = await Promise.all([
    sumOperations(system, 'Provider', findName),
    sumOperations(system, 'Requester', findName),
  ]);
  return [
    ...about('requests', failuresIn(received), say('finding.requests')),
    ...about('calls of invokers', failuresIn(sent), say('finding.requests')),
    ...about('operations', slowIn(received), say('finding.operations', { time: SLOW })),
  ];
}

/** The requests of a day by operation. */
async function sumOperations(
  system: TaskSystem,
  type: 'Provider' | 'Requester',
  findName: (id: number) => string,
): Promise<readonly Sum[]> {
  const to = system.now();
  const from = new Date(to.getTime() - DAY);
  const search = { type, from, to, step: DAY / 1000, by: 'operation', limit: 10_000 } as const;
  const periods = await new RequestCounts(system.reader()).periods(search);
  const operations = groupBy(periods, ({ serviceID, operation }) => `${serviceID} ${operation}`);
  return [...operations.values()].flatMap((counted) =>
    counted
      .slice(0, 1)
      .map(({ serviceID, operation }) => ({ service: findName(serviceID), operation, ...sumUp(counted) })),
  );
}

function failuresIn(sums: readonly Sum[]): readonly Found[] {
  return [...groupBy(sums, ({ service }) => service)]
    .map(([service, own]) => ({ service, ...sumUp(own) }))
    .filter(({ failed }) => failed > 0)
    .toSorted((one, other) => other.failed - one.failed)
    .slice(0, MOST)
    .map(({ service, requests, failed }) => {
      const message = say('finding.requests.failed', { service, failed, requests });
      return { ...warning(message, say('finding.requests.reasons')), service };
    });
}

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
