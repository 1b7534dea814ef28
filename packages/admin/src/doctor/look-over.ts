import { EventAdministration, RequestCounts, ServiceDrafts } from '@ticketgate/database';
import { estimateQuantile } from '@ticketgate/runtime';
import { inputObject, integer, listOf, named, number, objectOf, text } from '@ticketgate/sdk/schema';

import { listServices } from '../services/list-services.js';
import { task, type TaskSystem } from '../tasks/task.js';

const DAY = 86_400_000;
/** Days after which a key that nobody uses is one too many. */
const UNUSED_DAYS = 90;
/** Milliseconds within which 95 % of an operation's requests should be answered. */
const SLOW = 1000;
/** Requests below which the share says nothing. */
const FEW = 20;
/** Most names in each list. */
const MOST = 20;

const counted = listOf(
  named('FailingService', {
    service: text('Name of the web service.'),
    requests: integer('Number of requests.'),
    failed: integer('Requests that were answered with an error.'),
  }),
);
const slow = listOf(
  named('SlowOperation', {
    service: text('Name of the web service.'),
    operation: text('Name of the operation in the definition.'),
    requests: integer('Number of requests.'),
    milliseconds: number('Milliseconds within which 95 % of the requests were answered, estimated.'),
  }),
);

export const lookOver = task({
  at: 'GET /condition',
  summary: `Says what needs somebody: web services that are not served, drafts, requests that failed and slow operations of the last 24 hours, events that wait or were given up, and keys that nobody used for ${UNUSED_DAYS} days. At most ${MOST} names each.`,
  input: inputObject({}),
  answer: named('Condition', {
    broken: listOf(text(), 'Names of web services that cannot be served.'),
    drafts: listOf(text(), 'Names of web services with a draft.'),
    failing: { ...counted, description: 'Web services with requests that failed, those with most first.' },
    failingCalls: {
      ...counted,
      description: 'Web services with calls of invokers that failed, those with most first.',
    },
    slow: {
      ...slow,
      description: 'Operations of whose requests more than 5 % took longer than a second, the slowest first.',
    },
    events: objectOf(
      {
        waiting: integer('Events that wait for their next attempt.'),
        dead: integer('Events that were given up.'),
        overdueSeconds: number('Seconds since the attempt that is overdue the longest was due.'),
      },
      'How the events for plugins and invokers stand.',
    ),
    unusedKeys: listOf(text(), 'Names of keys that nobody has used for long.'),
  }),
  async run(_input, { system }) {
    const all = await listServices(system);
    const drafts = await new ServiceDrafts(system.database).services();
    const names = new Map(all.map(({ id, name }) => [id, name]));
    const nameOf = (id: number) => names.get(id) ?? '';
    return {
      broken: all
        .filter(({ state }) => state === 'not servable')
        .map(({ name }) => name)
        .slice(0, MOST),
      drafts: all
        .filter(({ id }) => id !== undefined && drafts.has(id))
        .map(({ name }) => name)
        .slice(0, MOST),
      ...(await lookOverRequests(system, nameOf)),
      events: await lookOverEvents(system),
      unusedKeys: (await unusedKeys(system)).slice(0, MOST),
    };
  },
});

interface Sum {
  readonly service: string;
  readonly operation: string;
  readonly requests: number;
  readonly failed: number;
  readonly durations: Readonly<Record<string, number>>;
}

async function lookOverRequests(system: TaskSystem, nameOf: (id: number) => string) {
  const [received, sent] = await Promise.all([sumsOf(system, 'Provider', nameOf), sumsOf(system, 'Requester', nameOf)]);
  const slow = received
    .filter(({ requests }) => requests >= FEW)
    .map(({ service, operation, requests, durations }) => ({
      service,
      operation,
      requests,
      milliseconds: estimateQuantile(durations, 0.95) ?? 0,
    }))
    .filter(({ milliseconds }) => milliseconds > SLOW)
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, MOST);
  return { failing: failingIn(received), failingCalls: failingIn(sent), slow };
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

/** Services with requests that failed, those with most first. */
function failingIn(sums: readonly Sum[]) {
  const found = new Map<string, { service: string; requests: number; failed: number }>();
  for (const { service, requests, failed } of sums) {
    const known = found.get(service) ?? { service, requests: 0, failed: 0 };
    found.set(service, { service, requests: known.requests + requests, failed: known.failed + failed });
  }
  return [...found.values()]
    .filter(({ failed }) => failed > 0)
    .toSorted((one, other) => other.failed - one.failed)
    .slice(0, MOST);
}

async function lookOverEvents({ database }: TaskSystem) {
  const counts = await new EventAdministration(database).count();
  return {
    waiting: counts.reduce((sum, { waiting }) => sum + waiting, 0),
    dead: counts.reduce((sum, { dead }) => sum + dead, 0),
    overdueSeconds: Math.max(0, ...counts.map(({ overdueSeconds }) => overdueSeconds)),
  };
}

/** Names of keys that work, and that nobody has used since they are old. */
async function unusedKeys(system: TaskSystem): Promise<readonly string[]> {
  const since = new Date(system.now().getTime() - UNUSED_DAYS * DAY);
  return (await system.accounts.apiKeys.list())
    .filter(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > system.now()))
    .filter(({ createdAt, lastUsedAt }) => (lastUsedAt ?? createdAt) < since)
    .map(({ name }) => name);
}
