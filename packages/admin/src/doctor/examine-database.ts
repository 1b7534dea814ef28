import { readDatabaseCondition, type DatabaseCondition } from '@ticketgate/database';
import { probeHosts, probeStandbys, type StandbyCondition } from '@ticketgate/database/postgres';
import type { System } from '@ticketgate/runtime';
import { declareMessages } from '@ticketgate/sdk/schema';

import { DAY } from '../tasks/schemas.js';
import { examineHostSettings } from './examine-host-settings.js';
import { about, error, warning, type Finding, type Found } from './finding.js';

const OLDEST_MAJOR = 14;
/** Days. */
const LONGEST_WITHOUT_BACKUP = 7;
/** Seconds by which two clocks may differ, and after which an open transaction is an obstacle. */
const CLOCK_TOLERANCE = 2;
const LONGEST_TRANSACTION = 3600;
/** Connections of a process besides those for requests and searches: for notifications and for `/readyz`. */
const OWN_CONNECTIONS = 2;

/** Bytes of the log that a standby may be behind: a segment. */
const MOST_BEHIND = 16 * 1024 ** 2;

const say = declareMessages({
  'finding.database': 'PostgreSQL {version} takes writes, and all migrations are applied.',
  'finding.database.off': '{name} is off: {harm}.',
  'finding.database.slower': 'tables grow and statements become slower',
  'finding.database.lost': 'a crash may lose writes that were acknowledged',
  'finding.database.destroyed': 'a power cut may destroy the database',
  'finding.database.switch-on': 'Set {name} to on in postgresql.conf and reload PostgreSQL.',
  'finding.database.old': 'PostgreSQL {version} is too old.',
  'finding.database.upgrade': 'Upgrade it to {oldest} or newer.',
  'finding.database.encoding': 'The encoding is {encoding}, so some texts cannot be stored.',
  'finding.database.move': 'Move to a database with the encoding UTF8.',
  'finding.database.transaction': 'A transaction has been open for {minutes} minutes, so no table can be cleaned up.',
  'finding.database.end-it': 'Look for the oldest xact_start in pg_stat_activity and end that session.',
  'finding.host-system': 'Attached to {host}, which is known in all parts.',
  'finding.host-system.other': 'Not as in {host}, the nearest known one: {sentence}',
  'finding.host-system.try': `Try the requests that matter to you with "npx ticketgate compare", and report what fails.`,
  'finding.clock': 'It agrees with that of the database.',
  'finding.clock.ahead': 'It is {seconds} s ahead of that of the database.',
  'finding.clock.behind': 'It is {seconds} s behind that of the database.',
  'finding.clock.set': 'Let both machines take the time from the same servers, for example by chrony.',
  'finding.connections': '{free} of {all} are free, and one process needs up to {needed}.',
  'finding.connections.pooled': 'A pooler is in between, which gives them to {pooling}s.',
  'finding.connections.raise': 'Raise max_connections, make database.poolSize smaller, or use PgBouncer.',
  'finding.backup': 'The last one is of {time}.',
  'finding.backup.none': '"ticketgate backup" has made none yet.',
  'finding.backup.make': 'Run "ticketgate backup" each night, and keep the files on another machine.',
  'finding.hosts': 'All {number} can be used, and {primary} takes writes.',
  'finding.hosts.away': '{host} cannot be used: {reason}.',
  'finding.hosts.start': 'Start it, or take it out of the URL.',
  'finding.hosts.split': '{hosts} all take writes.',
  'finding.hosts.stop': 'Stop all but the one whose writes you keep, at once.',
  'finding.standbys': 'All {count} follow the primary.',
  'finding.standbys.away': '{host} is not read from: {problem}.',
  'finding.standbys.start': 'Start it, let it follow the primary, or take it out of database.reads.',
  'finding.standbys.paused': '{host} has paused its replay.',
  'finding.standbys.resume': 'Run "select pg_wal_replay_resume()" there.',
  'finding.standbys.late': '{host} lags. It has not replayed {megabytes} MB of the log, so the primary answers.',
  'finding.standbys.look': 'Look at its load, its disk and its network.',
  'finding.standbys.cancelled':
    '{host} has cancelled {count} statements in favour of replay; the primary answered them.',
  'finding.standbys.feedback': 'Set hot_standby_feedback to on there, or max_standby_streaming_delay to more.',
});

export async function examineDatabase(system: System): Promise<readonly Finding[]> {
  const asked = Date.now();
  const condition = await readDatabaseCondition(system.database);
  // The answer is from somewhere between the question and now.
  const ahead = ((asked + Date.now()) / 2 - condition.now.getTime()) / 1000;
  return [
    ...examineServer(condition),
    ...examineHostSystem(system),
    ...(await examineHostSettings(system)),
    ...examineClock(ahead),
    ...examineConnections(system, condition),
    ...examineBackups(system, condition),
    ...(await examineHosts(system)),
    ...(await examineStandbys(system)),
  ];
}

/** What may happen without a protection. All others keep the database from being destroyed. */
const HARMS = new Map([
  ['autovacuum', say('finding.database.slower')],
  ['synchronous_commit', say('finding.database.lost')],
]);

function examineServer({ version, major, encoding, protectionOff, transactionSeconds }: DatabaseCondition) {
  const found = protectionOff.map((name) => {
    const harm = HARMS.get(name) ?? say('finding.database.destroyed');
    return warning(say('finding.database.off', { name, harm }), say('finding.database.switch-on', { name }));
  });
  if (major < OLDEST_MAJOR)
    found.push(
      error(say('finding.database.old', { version }), say('finding.database.upgrade', { oldest: OLDEST_MAJOR })),
    );
  if (encoding !== 'UTF8')
    found.push(error(say('finding.database.encoding', { encoding }), say('finding.database.move')));
  if (transactionSeconds > LONGEST_TRANSACTION) {
    const minutes = Math.round(transactionSeconds / 60);
    found.push(warning(say('finding.database.transaction', { minutes }), say('finding.database.end-it')));
  }
  return about('database', found, say('finding.database', { version }));
}

function examineHostSystem({ isAttached, host: { name: host }, differences }: System): readonly Finding[] {
  if (!isAttached) return [];
  const found = differences.map(({ sentence }) =>
    warning(say('finding.host-system.other', { host, sentence }), say('finding.host-system.try')),
  );
  return about('host system', found, say('finding.host-system', { host }));
}

function examineClock(ahead: number): readonly Finding[] {
  const off = say(ahead > 0 ? 'finding.clock.ahead' : 'finding.clock.behind', { seconds: Math.round(Math.abs(ahead)) });
  const isOff = Math.abs(ahead) > CLOCK_TOLERANCE;
  return about('clock', isOff ? [warning(off, say('finding.clock.set'))] : [], say('finding.clock'));
}

function examineConnections(system: System, { mostConnections, connections }: DatabaseCondition): readonly Finding[] {
  const { poolSize, searchConnections, pooling } = system.configuration.database;
  if (system.database.isPooled()) return about('connections', [], say('finding.connections.pooled', { pooling }));
  const needed = poolSize + searchConnections + OWN_CONNECTIONS;
  const free = mostConnections - connections;
  const message = say('finding.connections', { free, all: mostConnections, needed });
  return about('connections', free < needed ? [warning(message, say('finding.connections.raise'))] : [], message);
}

/** Operators of their own PostgreSQL, as for a host, may make backups by other means. */
function examineBackups(
  { isAttached, configuration, now }: System,
  { backedUp, installed }: DatabaseCondition,
): readonly Finding[] {
  if (isAttached) return [];
  const message =
    backedUp === null ? say('finding.backup.none') : say('finding.backup', { time: backedUp.toISOString() });
  const days = (now().getTime() - (backedUp ?? installed).getTime()) / DAY;
  const isOld = configuration.database.url === null && days > LONGEST_WITHOUT_BACKUP;
  return about('backup', isOld ? [warning(message, say('finding.backup.make'))] : [], message);
}

async function examineHosts({ location, configuration }: System): Promise<readonly Finding[]> {
  const hosts = await probeHosts(configuration.database.directUrl ?? location.url);
  if (hosts.length === 1) return [];
  const found = hosts
    .filter(({ state }) => state === 'away')
    .map(({ host, reason = '' }) => warning(say('finding.hosts.away', { host, reason }), say('finding.hosts.start')));
  const primaries = hosts.filter(({ state }) => state === 'takes writes').map(({ host }) => host);
  if (primaries.length > 1)
    found.push(error(say('finding.hosts.split', { hosts: primaries.join(' and ') }), say('finding.hosts.stop')));
  return about('hosts', found, say('finding.hosts', { number: hosts.length, primary: primaries.join() }));
}

async function examineStandbys({ database, location, configuration }: System): Promise<readonly Finding[]> {
  const { reads } = configuration.database;
  if (reads === null) return [];
  const standbys = await probeStandbys(database, location.url, reads.hosts);
  return about('standbys', standbys.flatMap(wrongWith), say('finding.standbys', { count: standbys.length }));
}

function wrongWith({ host, problem, isPaused, behind, hasFeedback, conflicts: count }: StandbyCondition) {
  if (problem !== undefined)
    return [warning(say('finding.standbys.away', { host, problem }), say('finding.standbys.start'))];
  const found: Found[] = [];
  const report = (...finding: Parameters<typeof warning>) => found.push(warning(...finding));
  if (isPaused) report(say('finding.standbys.paused', { host }), say('finding.standbys.resume'));
  const megabytes = Math.round(behind / 1024 ** 2);
  if (behind > MOST_BEHIND) report(say('finding.standbys.late', { host, megabytes }), say('finding.standbys.look'));
  if (!hasFeedback && count > 0)
    report(say('finding.standbys.cancelled', { host, count }), say('finding.standbys.feedback'));
  return found;
}
