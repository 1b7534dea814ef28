import { createStartError } from '@ticketgate/sdk';
import type pg from 'pg';

/** Whom a pooler in front of the database gives a connection: each of our connections one of its own, or each transaction any. */
export type Pooling = 'session' | 'transaction';

export interface SessionOptions {
  /** Milliseconds; 0 for no limit. */
  readonly statementTimeout: number;
  readonly pooling: Pooling;
}

/**
 * The settings of each session. By default a user's own schema comes first, and a user named like our schema would get the family's
 * tables there. A transaction whose process hangs must not keep its locks, nor may one whose machine is gone.
 */
const ALWAYS: Readonly<Record<string, string>> = {
  TimeZone: 'UTC',
  search_path: 'public',
  idle_in_transaction_session_timeout: '60000',
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
};

/** Elsewhere the server would log that it cannot. */
const ON_LINUX: Readonly<Record<string, string>> = { tcp_user_timeout: '25000' };

const SET = `select set_config(name, value, false)
  from unnest($1::text[], $2::text[]) as setting (name, value)
  where name <> all($3) or version() like '%linux%'`;
const LOOK = `select current_setting('transaction_read_only') = 'on' as "isReadOnly", pg_backend_pid() as process,
  current_setting('TimeZone') as zone, current_setting('search_path') as path,
  (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::integer as "statementTimeout",
  (extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval) * 1000)::integer as "idleTimeout",
  quote_ident(current_user) as role, quote_ident(current_database()) as database`;

/** The other end of a connection. */
interface Server {
  readonly isReadOnly: boolean;
  /** The id of PostgreSQL's process. */
  readonly process: number;
  readonly zone: string;
  readonly path: string;
  readonly statementTimeout: number;
  readonly idleTimeout: number;
  /** These two as SQL names them. */
  readonly role: string;
  readonly database: string;
}

/** A standby, or a server whose database, role or configuration forbids writes; often one that was the primary. */
export class TakesNoWrites extends Error {
  /** PostgreSQL's own code of a statement that it refuses for that. */
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
 * Makes a new connection fit for our statements, by statements: startup parameters do not get through every pooler. What is set would stay
 * with anybody's connection where a pooler gives them to transactions: there the database itself must have the settings.
 *
 * @returns the process that works on its statements
 * @throws TakesNoWrites, StartError `Database.PoolerUnfit`
 */
export async function beginSession(client: pg.Client, options: SessionOptions): Promise<number> {
  const { statementTimeout, pooling } = options;
  const settings = { ...ALWAYS, ...ON_LINUX, statement_timeout: String(statementTimeout) };
  const values = [Object.keys(settings), Object.values(settings), Object.keys(ON_LINUX)];
  const [, { rows }] = await Promise.all([
    pooling === 'session' ? client.query(SET, values) : undefined,
    client.query<Server>(LOOK),
  ]);
  const [server] = rows;
  if (server?.isReadOnly !== false) throw new TakesNoWrites();
  checkSettings(server, options);
  return server.process;
}

function checkSettings(server: Server, { statementTimeout, pooling }: SessionOptions): void {
  const { zone, path, role, database } = server;
  const isLimited = server.statementTimeout > 0 && server.statementTimeout <= statementTimeout;
  const hasLimits = pooling === 'session' || (isLimited && server.idleTimeout > 0);
  if (zone === 'UTC' && path === 'public' && hasLimits) return;
  const settings: Readonly<Record<string, string>> = { ...ALWAYS, statement_timeout: String(statementTimeout) };
  const names = ['TimeZone', 'search_path', 'statement_timeout', 'idle_in_transaction_session_timeout'];
  const remedy = names.map((name) => `alter role ${role} in database ${database} set ${name} = '${settings[name]}';`);
  throw new PoolerUnfit({
    reason: `connections from it lack settings. Run on the database, and RECONNECT in the pooler: ${remedy.join(' ')}`,
  });
}
