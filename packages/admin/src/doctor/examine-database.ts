import { readDatabaseCondition, type DatabaseCondition } from '@ticketgate/database';
import { probeHosts, probeStandbys, type StandbyCondition } from '@ticketgate/database/postgres';
import type { System } from '@ticketgate/runtime';

import { examineHostSettings } from './examine-host-settings.js';
import { about, error, warning, type Finding, type Found } from './finding.js';

const OLDEST_MAJOR = 14;
const DAY = 86_400_000;
/** Days. */
const LONGEST_WITHOUT_BACKUP = 7;
/** Seconds by which two clocks may differ, and after which an open transaction is an obstacle. */
const CLOCK_TOLERANCE = 2;
const LONGEST_TRANSACTION = 3600;
/** Connections of a process besides those for requests and searches: for notifications and for `/readyz`. */
const OWN_CONNECTIONS = 2;

/** Bytes of the log that a standby may be behind: a segment. */
const MOST_BEHIND = 16 * 1024 ** 2;

const PROTECTIONS: Readonly<Record<string, string>> = {
  autovacuum: 'tables grow and statements become slower',
  fsync: 'a power cut may destroy the database',
  full_page_writes: 'a power cut may destroy the database',
  synchronous_commit: 'a crash may lose writes that were acknowledged',
};

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

function examineServer({ version, major, encoding, protectionOff, transactionSeconds }: DatabaseCondition) {
  const found = protectionOff.map((name) =>
    warning(`${name} is off: ${PROTECTIONS[name]}.`, `Set ${name} to on in postgresql.conf and reload PostgreSQL.`),
  );
  if (major < OLDEST_MAJOR)
    found.push(error(`PostgreSQL ${version} is too old.`, `Upgrade it to ${OLDEST_MAJOR} or newer.`));
  if (encoding !== 'UTF8') {
    const message = `The encoding is ${encoding}, so some texts cannot be stored.`;
    found.push(error(message, 'Move to a database with the encoding UTF8.'));
  }
  if (transactionSeconds > LONGEST_TRANSACTION) {
    const minutes = Math.round(transactionSeconds / 60);
    const message = `A transaction has been open for ${minutes} minutes, so no table can be cleaned up.`;
    found.push(warning(message, 'Look for the oldest xact_start in pg_stat_activity and end that session.'));
  }
  return about('database', found, `PostgreSQL ${version} takes writes, and all migrations are applied.`);
}

/** The system whose tables these are. */
function examineHostSystem({ isAttached, host, differences }: System): readonly Finding[] {
  if (!isAttached) return [];
  const remedy = 'Try the requests that matter to you with "npx ticketgate compare", and report what fails.';
  const found = differences.map(({ sentence }) =>
    warning(`Not as in ${host.name}, the nearest known one: ${sentence}`, remedy),
  );
  return about('host system', found, `Attached to ${host.name}, which is known in all parts.`);
}

function examineClock(ahead: number): readonly Finding[] {
  const direction = ahead > 0 ? 'ahead of' : 'behind';
  const message = `It is ${Math.abs(ahead).toFixed(0)} s ${direction} that of the database.`;
  const remedy = 'Let both machines take the time from the same servers, for example by chrony.';
  const isOff = Math.abs(ahead) > CLOCK_TOLERANCE;
  return about('clock', isOff ? [warning(message, remedy)] : [], 'It agrees with that of the database.');
}

function examineConnections(system: System, { mostConnections, connections }: DatabaseCondition): readonly Finding[] {
  const { poolSize, searchConnections, pooling } = system.configuration.database;
  if (system.database.isPooled())
    return about('connections', [], `A pooler is in between, which gives them to ${pooling}s.`);
  const needed = poolSize + searchConnections + OWN_CONNECTIONS;
  const free = mostConnections - connections;
  const message = `${free} of ${mostConnections} are free, and one process needs up to ${needed}.`;
  const remedy = 'Raise max_connections, make database.poolSize smaller, or use PgBouncer.';
  return about('connections', free < needed ? [warning(message, remedy)] : [], message);
}

/** Those who run PostgreSQL themselves, as a host does, may have other means. */
function examineBackups(
  { isAttached, configuration, now }: System,
  { backedUp, installed }: DatabaseCondition,
): readonly Finding[] {
  if (isAttached) return [];
  const message =
    backedUp === null ? '"ticketgate backup" has made none yet.' : `The last one is of ${backedUp.toISOString()}.`;
  const days = (now().getTime() - (backedUp ?? installed).getTime()) / DAY;
  const isOld = configuration.database.url === null && days > LONGEST_WITHOUT_BACKUP;
  const remedy = 'Run "ticketgate backup" each night, and keep the files on another machine.';
  return about('backup', isOld ? [warning(message, remedy)] : [], message);
}

/** The hosts of a primary and its standbys. */
async function examineHosts({ location, configuration }: System): Promise<readonly Finding[]> {
  const hosts = await probeHosts(configuration.database.directUrl ?? location.url);
  if (hosts.length === 1) return [];
  const found = hosts.flatMap(({ host, state, reason }) =>
    state === 'away' ? [warning(`${host} cannot be used: ${reason}.`, 'Start it, or take it out of the URL.')] : [],
  );
  const primaries = hosts.filter(({ state }) => state === 'takes writes').map(({ host }) => host);
  if (primaries.length > 1) {
    const message = `${primaries.join(' and ')} all take writes.`;
    found.push(error(message, 'Stop all but the one whose writes you keep, at once.'));
  }
  return about('hosts', found, `All ${hosts.length} can be used, and ${primaries.join()} takes writes.`);
}

/** The servers that are read from. */
async function examineStandbys({ database, location, configuration }: System): Promise<readonly Finding[]> {
  const { reads } = configuration.database;
  if (reads === null) return [];
  const standbys = await probeStandbys(database, location.url, reads.hosts);
  const found = standbys.flatMap(wrongWith);
  return about('standbys', found, `All ${standbys.length} follow the primary.`);
}

function wrongWith(standby: StandbyCondition): readonly Found[] {
  const { host, problem, isPaused, behind, hasFeedback, conflicts } = standby;
  if (problem !== undefined)
    return [
      warning(
        `${host} is not read from: ${problem}.`,
        'Start it, let it follow the primary, or take it out of database.reads.',
      ),
    ];
  const lag = `${Math.round(behind / 1024 ** 2)} MB of the log`;
  const late = `It has not replayed ${lag}, so the primary answers.`;
  return [
    ...(isPaused ? [warning(`${host} has paused its replay.`, 'Run "select pg_wal_replay_resume()" there.')] : []),
    ...(behind > MOST_BEHIND ? [warning(`${host} lags. ${late}`, 'Look at its load, its disk and its network.')] : []),
    ...(hasFeedback || conflicts === 0
      ? []
      : [
          warning(
            `${host} has cancelled ${conflicts} statements in favour of replay; the primary answered them.`,
            'Set hot_standby_feedback to on there, or max_standby_streaming_delay to more.',
          ),
        ]),
  ];
}
