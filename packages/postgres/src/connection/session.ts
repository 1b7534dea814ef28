import type pg from 'pg';

/**
 * What every session of ours needs. By default a user's own schema comes first, and a user named like our schema would get the family's
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
const LOOK = `select current_setting('transaction_read_only') = 'on' as "isReadOnly", pg_backend_pid() as process`;

/** The other end of a connection. */
interface Server {
  readonly isReadOnly: boolean;
  /** Of the operating system. */
  readonly process: number;
}

/** A standby, or a server whose database, role or configuration forbids writes; often one that was the primary. */
export class TakesNoWrites extends Error {
  /** PostgreSQL's own code of a statement that it refuses for that. */
  readonly code = '25006';

  constructor() {
    super('the server takes no writes (it is a standby, or default_transaction_read_only is on)');
  }
}

/**
 * Makes a new connection fit for our statements, by statements: startup parameters do not get through every pooler.
 *
 * @param statementTimeout milliseconds; 0 for no limit
 * @returns the process that works on its statements
 * @throws TakesNoWrites
 */
export async function beginSession(client: pg.Client, statementTimeout: number): Promise<number> {
  const settings = { ...ALWAYS, ...ON_LINUX, statement_timeout: String(statementTimeout) };
  const values = [Object.keys(settings), Object.values(settings), Object.keys(ON_LINUX)];
  const [, { rows }] = await Promise.all([client.query(SET, values), client.query<Server>(LOOK)]);
  const [server] = rows;
  if (server?.isReadOnly !== false) throw new TakesNoWrites();
  return server.process;
}
