import { createStartError } from '@ticketgate/sdk';
import type pg from 'pg';

/** What a pooler in front of the database assigns a server connection to: one of our sessions, or a single transaction. */
export type Pooling = 'session' | 'transaction';

export interface SessionOptions {
  /** Milliseconds; 0 for no limit. */
  readonly statementTimeout: number;
  readonly pooling: Pooling;
  /** Whether the server does not have to take writes. */
  readonly isForReads?: boolean;
}

/**
 * Settings of each session. `search_path`: by default, a schema named like the user comes first, which may be ours. The timeouts: a
 * transaction must not keep its locks if its process hangs or its machine is gone.
 */
const SETTINGS: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  search_path: 'public',
  idle_in_transaction_session_timeout: '60000',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

/** Settings for servers on Linux; others would log that they do not support them. */
const LINUX_SETTINGS: Readonly<Record<string, string>> = { tcp_user_timeout: '25000' };

const SET = `select set_config(name, value, false)
  from unnest($1::text[], $2::text[]) as setting (name, value)
  where name <> all($3) or version() like '%linux%'`;
const DESCRIBE_SERVER = `select current_setting('transaction_read_only') = 'on' as "isReadOnly", pg_backend_pid() as process,
  current_setting('TimeZone') as zone, current_setting('search_path') as path,
  (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::integer as "statementTimeout",
  (extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval) * 1000)::integer as "idleTimeout",
  quote_ident(current_user) as role, quote_ident(current_database()) as database`;

interface Server {
  readonly isReadOnly: boolean;
  /** The id of the server process. */
  readonly process: number;
  readonly zone: string;
  readonly path: string;
  readonly statementTimeout: number;
  readonly idleTimeout: number;
  /** Quoted for SQL, like `database`. */
  readonly role: string;
  readonly database: string;
}

/** A standby, often a former primary, or a server whose database, role or configuration forbids writes. */
export class ReadOnlyServer extends Error {
  /** SQLSTATE `read_only_sql_transaction`. */
  readonly code = '25006';

  constructor() {
    super('the server takes no writes (it is a standby, or default_transaction_read_only is on)');
  }
}

export const PoolerUnfit = createStartError<{ reason: string }>(
  'Database.PoolerUnfit',
  ({ reason }) => `The pooler in front of the database does not fit: ${reason}`,
);

/**
 * Sets up a new connection with statements, since not every pooler passes startup parameters on. Behind a pooler in transaction mode nothing
 * is set, because settings would stay on server connections that others use: there, the database must have them.
 *
 * @returns the id of the server process
 * @throws ReadOnlyServer, StartError `Database.PoolerUnfit`
 */
export async function beginSession(client: pg.Client, options: SessionOptions): Promise<number> {
  const { statementTimeout, pooling, isForReads = false } = options;
  const settings = { ...SETTINGS, ...LINUX_SETTINGS, statement_timeout: String(statementTimeout) };
  const values = [Object.keys(settings), Object.values(settings), Object.keys(LINUX_SETTINGS)];
  const [, { rows }] = await Promise.all([
    pooling === 'session' ? client.query(SET, values) : undefined,
    client.query<Server>(DESCRIBE_SERVER),
  ]);
  const [server] = rows;
  if (server === undefined || (server.isReadOnly && !isForReads)) throw new ReadOnlyServer();
  checkSettings(server, options);
  return server.process;
}

function checkSettings(server: Server, { statementTimeout, pooling }: SessionOptions): void {
  const { zone, path, role, database } = server;
  const isLimited = server.statementTimeout > 0 && server.statementTimeout <= statementTimeout;
  const hasLimits = pooling === 'session' || (isLimited && server.idleTimeout > 0);
  if (zone === 'UTC' && path === 'public' && hasLimits) return;
  const settings: Readonly<Record<string, string>> = { ...SETTINGS, statement_timeout: String(statementTimeout) };
  const names = ['TimeZone', 'search_path', 'statement_timeout', 'idle_in_transaction_session_timeout'];
  const remedy = names.map((name) => `alter role ${role} in database ${database} set ${name} = '${settings[name]}';`);
  throw new PoolerUnfit({
    reason: `connections from it lack settings. Run on the database, and RECONNECT in the pooler: ${remedy.join(' ')}`,
  });
}
