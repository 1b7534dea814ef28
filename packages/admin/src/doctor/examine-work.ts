import { EventAdministration } from '@ticketgate/database';
import { declareMessages } from '@ticketgate/sdk/schema';

import { works } from '../api-keys/api-key.js';
import { DAY } from '../tasks/schemas.js';
import type { TaskSystem } from '../tasks/task.js';
import { about, error, type Finding, type Found, warning } from './finding.js';

/** Days after which an unused key is reported. */
const UNUSED_DAYS = 90;
/** Seconds by which an event may be late. */
const LATE = 60;

const say = declareMessages({
  'finding.events': '{waiting} wait for their next attempt, and none is late.',
  'finding.events.late': 'The next attempt of the oldest one is {seconds} s late, and {waiting} wait.',
  'finding.events.look': 'See whether the other systems answer, and whether a process on this database serves.',
  'finding.events.dead': '{dead} were given up.',
  'finding.events.decide': 'Send them again or delete them.',
  'finding.debug-log': '{number} requests wait to be written.',
  'finding.debug-log.lost':
    '{number} requests since the start were not recorded, because the database did not keep up.',
  'finding.debug-log.less':
    'Record less of web services with many requests, by DebugThreshold, or find out why the database is slow.',
  'finding.keys': 'None was without use for {days} days.',
  'finding.keys.unused': 'Nobody has used "{name}" for {days} days.',
  'finding.keys.revoke': 'Revoke it if nobody needs it.',
  'finding.logins': 'OnlyAgents and admin.sendAgain name valid agents, and oidc.roles valid roles.',
  'finding.logins.unknown': '{place} has "{login}", and no valid agent has exactly this login.',
  'finding.logins.correct': 'Correct the login, or remove it.',
  'finding.logins.no-role':
    'oidc.roles has "{role}", and no valid role has exactly this name: sign-ins that would give it fail, or give nothing.',
  'finding.logins.correct-role': 'Correct the name, or add the role: ticketgate catalogue add Roles "{role}".',
});

/** Examines events, keys, and what else is not a request. */
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
  const seconds = Math.round(Math.max(0, ...counts.map(({ overdueSeconds }) => overdueSeconds)));
  const late = warning(say('finding.events.late', { seconds, waiting }), say('finding.events.look'));
  const given = error(say('finding.events.dead', { dead }), say('finding.events.decide'));
  const found = [...(dead > 0 ? [given] : []), ...(seconds > LATE ? [late] : [])];
  return about('events', found, say('finding.events', { waiting }));
}

function examineDebugLog(system: TaskSystem): readonly Finding[] {
  const queues = system.queues();
  if (queues === null) return [];
  const { debugRequests, droppedRequests } = queues;
  const lost = warning(say('finding.debug-log.lost', { number: droppedRequests }), say('finding.debug-log.less'));
  const waiting = say('finding.debug-log', { number: debugRequests });
  return about('debug log', droppedRequests > 0 ? [lost] : [], waiting);
}

/** Reports valid keys that have not been used for `UNUSED_DAYS`. */
async function examineKeys(system: TaskSystem): Promise<readonly Finding[]> {
  const since = new Date(system.now().getTime() - UNUSED_DAYS * DAY);
  const unused = (await system.accounts.apiKeys.list())
    .filter((key) => works(key, system.now()))
    .filter(({ createdAt, lastUsedAt }) => (lastUsedAt ?? createdAt) < since)
    .map(({ name }) => ({
      ...warning(say('finding.keys.unused', { name, days: UNUSED_DAYS }), say('finding.keys.revoke')),
      name,
    }));
  return about('API keys', unused, say('finding.keys', { days: UNUSED_DAYS }));
}

/** Reports logins and roles in the configuration and in definitions that no valid agent has. */
async function examineLogins(system: TaskSystem): Promise<readonly Finding[]> {
  const { configuration, services, counts } = system;
  const agents = await system.directory();
  const isUseless = (login: string) => {
    const agent = agents.agentByLogin(login);
    return agent?.login !== login || !agent.isValid;
  };
  const describe = (place: string) => (login: string) =>
    warning(say('finding.logins.unknown', { place, login }), say('finding.logins.correct'));
  const found: Found[] = configuration.admin.sendAgain.filter(isUseless).map(describe('admin.sendAgain'));
  for (const { name, config } of await services.list()) {
    const { onlyAgents } = await counts.of(config);
    found.push(...onlyAgents.filter(isUseless).map((login) => ({ ...describe('OnlyAgents')(login), service: name })));
  }
  const roles = [...new Set(Object.values(configuration.oidc.roles).flat())];
  const known = await system.accounts.agents.findRoles(roles);
  for (const role of roles.filter((name) => !known.includes(name)))
    found.push(warning(say('finding.logins.no-role', { role }), say('finding.logins.correct-role', { role })));
  return about('logins', found, say('finding.logins'));
}
