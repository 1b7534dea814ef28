import { EventAdministration } from '@ticketgate/database';

import type { TaskSystem } from '../tasks/task.js';
import { about, error, type Finding, type Found, warning } from './finding.js';

const DAY = 86_400_000;
/** Days after which a key that nobody uses is one too many. */
const UNUSED_DAYS = 90;
/** Seconds by which an event may be late. */
const LATE = 60;

/** What the server does beside requests, and what administrators do with it. */
export async function examineWork(system: TaskSystem): Promise<readonly Finding[]> {
  return [
    ...(await examineEvents(system)),
    ...examineDebugLog(system),
    ...(await examineKeys(system)),
    ...(await examineLogins(system)),
  ];
}

async function examineEvents({ database }: TaskSystem): Promise<readonly Finding[]> {
  const counts = await new EventAdministration(database).count();
  const dead = counts.reduce((sum, each) => sum + each.dead, 0);
  const waiting = counts.reduce((sum, each) => sum + each.waiting, 0);
  const overdue = Math.round(Math.max(0, ...counts.map(({ overdueSeconds }) => overdueSeconds)));
  const late = warning(
    `The next attempt of the oldest one is ${overdue} s late, and ${waiting} wait.`,
    'See whether the other systems answer, and whether a process on this database serves.',
  );
  const given = error(`${dead} were given up.`, 'Send them again or delete them.');
  const found = [...(dead > 0 ? [given] : []), ...(overdue > LATE ? [late] : [])];
  return about('events', found, `${waiting} wait for their next attempt, and none is late.`);
}

function examineDebugLog(system: TaskSystem): readonly Finding[] {
  const queues = system.queues();
  if (queues === null) return [];
  const { debugRequests, droppedRequests } = queues;
  const lost = warning(
    `${droppedRequests} requests since the start were not recorded, because the database did not keep up.`,
    'Record less of web services with many requests, by DebugThreshold, or find out why the database is slow.',
  );
  return about('debug log', droppedRequests > 0 ? [lost] : [], `${debugRequests} requests wait to be written.`);
}

/** Keys that work, and that nobody has used since they are old. */
async function examineKeys(system: TaskSystem): Promise<readonly Finding[]> {
  const since = new Date(system.now().getTime() - UNUSED_DAYS * DAY);
  const unused = (await system.accounts.apiKeys.list())
    .filter(({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > system.now()))
    .filter(({ createdAt, lastUsedAt }) => (lastUsedAt ?? createdAt) < since)
    .map(({ name }) => ({
      ...warning(`Nobody has used "${name}" for ${UNUSED_DAYS} days.`, 'Revoke it if nobody needs it.'),
      name,
    }));
  return about('API keys', unused, `None was without use for ${UNUSED_DAYS} days.`);
}

/** Logins that let agents in, and that none of them has. */
async function examineLogins(system: TaskSystem): Promise<readonly Finding[]> {
  const { configuration, services, counts } = system;
  const agents = await system.directory();
  const isUseless = (login: string) => {
    const agent = agents.agentByLogin(login);
    return agent?.login !== login || !agent.isValid;
  };
  const describe = (place: string) => (login: string) =>
    warning(`${place} has "${login}", and no valid agent has exactly this login.`, 'Correct the login, or remove it.');
  const found: Found[] = configuration.admin.sendAgain.filter(isUseless).map(describe('admin.sendAgain'));
  for (const { name, config } of await services.list()) {
    const { onlyAgents } = await counts.of(config);
    found.push(...onlyAgents.filter(isUseless).map((login) => ({ ...describe('OnlyAgents')(login), service: name })));
  }
  return about('logins', found, 'OnlyAgents and admin.sendAgain name valid agents.');
}
