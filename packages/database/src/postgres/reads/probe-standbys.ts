import type { Database } from '@ticketgate/sdk';

import { askServer } from '../connection/ask-server.js';
import { DatabaseURL } from '../connection/database-url.js';
import { NEWEST_HISTORY, PRIMARY_HISTORY } from './primary-questions.js';

/** The state of a server for reads, for administrators. */
export interface StandbyCondition {
  readonly host: string;
  /** Why it is not used for reads. */
  readonly problem: string | undefined;
  readonly isPaused: boolean;
  /** Whether it asks its primary to keep rows that its statements still need. */
  readonly hasFeedback: boolean;
  /** Statements that replay has cancelled since its statistics were reset. */
  readonly conflicts: number;
  /** Bytes of the log that it has not replayed. */
  readonly behind: number;
}

interface Answer {
  readonly isStandby: boolean;
  readonly isPaused: boolean;
  readonly hasFeedback: boolean;
  readonly conflicts: string;
  readonly position: string | null;
  readonly history: string | null;
}

const QUESTION = `select pg_is_in_recovery() as "isStandby", case when pg_is_in_recovery() then pg_is_wal_replay_paused() else false end as "isPaused",
  current_setting('hot_standby_feedback') = 'on' as "hasFeedback", pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint as position,
  ${NEWEST_HISTORY} as history,
  (select confl_tablespace + confl_lock + confl_snapshot + confl_bufferpin + confl_deadlock
    from pg_stat_database_conflicts where datname = current_database()) as conflicts`;

/** Queries all servers for reads in parallel. */
export async function probeStandbys(
  primary: Database,
  url: string,
  hosts: readonly string[],
): Promise<readonly StandbyCondition[]> {
  const [state = { position: 0, history: null }] = await primary.query<Primary>(
    `select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint as position, ${PRIMARY_HISTORY} as history`,
  );
  return Promise.all(hosts.map((host) => probe(new DatabaseURL(url).at(host), state)));
}

interface Primary {
  readonly position: number;
  readonly history: string | null;
}

async function probe(url: DatabaseURL, primary: Primary): Promise<StandbyCondition> {
  const [server = { host: '', port: '' }] = url.hosts;
  const { host, answer, problem } = await askServer<Answer>(url, server, QUESTION);
  if (answer === undefined) return { host, problem, isPaused: false, hasFeedback: true, conflicts: 0, behind: 0 };
  return { host, ...judgeStandby(answer, primary) };
}

function judgeStandby(answer: Answer, primary: Primary): Omit<StandbyCondition, 'host'> {
  const { isStandby, isPaused, hasFeedback, conflicts, position } = answer;
  const behind = isStandby ? Math.max(0, primary.position - Number(position)) : 0;
  return { problem: findStandbyProblem(answer, primary), isPaused, hasFeedback, conflicts: Number(conflicts), behind };
}

function findStandbyProblem({ isStandby, isPaused, history }: Answer, primary: Primary): string | undefined {
  // Until a gateway has named the history of the primary, there is nothing to compare.
  const isSame = primary.history === null || history === primary.history;
  // The primary may be listed as well, in case another server is promoted.
  if (!isStandby) return isSame ? undefined : 'it is the primary of another log';
  return isSame || isPaused ? undefined : 'it does not follow the log of this primary';
}
