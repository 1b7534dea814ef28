import { errorCode } from '@ticketgate/database/postgres';
import { formatSystemTime, type Caller, type Database, type Logger, type Settings } from '@ticketgate/sdk';

export interface LoginRecordsOptions {
  readonly database: Database;
  readonly settings: Settings;
  readonly logger: Logger;
  now(): Date;
}

/** SQLSTATE `insufficient_privilege`. */
const FORBIDDEN = '42501';

/** Records logins as the family does. */
export class LoginRecords {
  readonly #options: LoginRecordsOptions;
  #hasWarned = false;

  constructor(options: LoginRecordsOptions) {
    this.#options = options;
  }

  /** No failures, and the time. */
  async succeed(row: LoginRow): Promise<void> {
    const seconds = Math.floor(this.#options.now().getTime() / 1000);
    const preferences = { UserLoginFailed: '0', UserLastLogin: String(seconds) };
    await this.#options.database.withTransaction((transaction) => setPreferences(transaction, row, preferences));
  }

  /** Counts a failure; an agent with too many becomes invalid-temporarily where that is configured. */
  async fail(row: LoginRow): Promise<void> {
    const { database, settings } = this.#options;
    const failures = await database.withTransaction(async (transaction) => {
      const count = (await readFailures(transaction, row)) + 1;
      await setPreferences(transaction, row, { UserLoginFailed: String(count) });
      return count;
    });
    const limit = settings.number('PasswordMaxLoginFailed');
    if (row.type === 'User' && limit > 0 && failures >= limit) await this.#disable(row);
  }

  /** Attached, the user of the database may lack the right: the login fails as any other then. */
  async #disable({ id }: LoginRow): Promise<void> {
    const { database, settings, logger } = this.#options;
    const time = formatSystemTime(this.#options.now(), settings);
    try {
      await database.query(
        'update users set valid_id = 3, change_time = $2, change_by = 1 where id = $1 and valid_id = 1',
        [id, time],
      );
    } catch (cause) {
      if (errorCode(cause) !== FORBIDDEN) throw cause;
      if (this.#hasWarned) return;
      this.#hasWarned = true;
      const [user] = await database.query<{ name: string }>('select quote_ident(current_user) as name');
      logger.warn(
        `agents stay valid after too many failed logins, although PasswordMaxLoginFailed is set: the database user may not update users. Run as their owner: grant update (valid_id, change_time, change_by) on users to ${user?.name ?? ''};`,
      );
    }
  }
}

async function readFailures(transaction: Database, row: LoginRow): Promise<number> {
  const { table, key } = locatePreferences(row);
  const [found] = await transaction.query<{ value: string | null }>(
    `select preferences_value as value from ${table} where user_id = $1 and preferences_key = 'UserLoginFailed'`,
    [key],
  );
  return Number(found?.value ?? 0);
}

async function setPreferences(
  transaction: Database,
  row: LoginRow,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const { table, key } = locatePreferences(row);
  const keys = Object.keys(values);
  await transaction.query(`delete from ${table} where user_id = $1 and preferences_key = any($2)`, [key, keys]);
  await transaction.query(
    `insert into ${table} (user_id, preferences_key, preferences_value)
     select $1, row.key, row.value from unnest($2::text[], $3::text[]) as row (key, value)`,
    [key, keys, Object.values(values)],
  );
}

/** Agents have preferences by id, customers by login. */
function locatePreferences(row: LoginRow): { table: string; key: number | string } {
  return row.type === 'User'
    ? { table: 'user_preferences', key: row.id }
    : { table: 'customer_preferences', key: row.login };
}

/** A row that a password is compared with. */
export interface LoginRow {
  readonly type: Caller['type'];
  readonly id: number;
  readonly login: string;
  readonly pw: string | null;
  readonly valid_id: number;
  readonly has_second_factor: boolean;
}
