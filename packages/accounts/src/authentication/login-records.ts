import { errorCode, readValue, setPreferences } from '@ticketgate/database/postgres';
import { formatSystemTime, type Caller, type Database, type PluginHost } from '@ticketgate/sdk';

type LoginRecordsOptions = Pick<PluginHost, 'database' | 'settings' | 'logger' | 'now'>;

/** SQLSTATE `insufficient_privilege`. */
const FORBIDDEN = '42501';

/** Records logins as the family does. */
export class LoginRecords {
  readonly #options: LoginRecordsOptions;
  #hasWarned = false;

  constructor(options: LoginRecordsOptions) {
    this.#options = options;
  }

  /** Resets the failures, and stores the time. */
  async succeed(row: LoginRow): Promise<void> {
    const seconds = Math.floor(this.#options.now().getTime() / 1000);
    const preferences = { UserLoginFailed: '0', UserLastLogin: String(seconds) };
    await this.#inTurn(row, (transaction) => record(transaction, row, preferences));
  }

  /** Counts a failure; if configured, an agent with too many becomes invalid-temporarily. */
  async fail(row: LoginRow): Promise<void> {
    const failures = await this.#inTurn(row, async (transaction) => {
      const count = (await readFailures(transaction, row)) + 1;
      await record(transaction, row, { UserLoginFailed: String(count) });
      return count;
    });
    const limit = this.#options.settings.number('PasswordMaxLoginFailed');
    if (row.type === 'User' && limit > 0 && failures >= limit) await this.#disable(row);
  }

  /** Runs one change of an account's record at a time: no key of the table would refuse a second row, and none is locked before the first. */
  #inTurn<Result>({ type, id }: LoginRow, change: (transaction: Database) => Promise<Result>): Promise<Result> {
    return this.#options.database.withTransaction(async (transaction) => {
      await transaction.query('select pg_advisory_xact_lock(hashtext($1), $2)', [`ticketgate login ${type}`, id]);
      return change(transaction);
    });
  }

  /** In attached mode, the database user may lack the right: then the login fails like any other. */
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
      const user = await readValue<string>(database, 'select quote_ident(current_user)');
      logger.warn(
        `agents stay valid after too many failed logins, although PasswordMaxLoginFailed is set: the database user may not update users. Run as their owner: grant update (valid_id, change_time, change_by) on users to ${user ?? ''};`,
      );
    }
  }
}

async function readFailures(transaction: Database, row: LoginRow): Promise<number> {
  const [table, owner] = locatePreferences(row);
  const text = `select preferences_value from ${table} where user_id = $1 and preferences_key = 'UserLoginFailed'`;
  return Number((await readValue<string>(transaction, text, [owner])) ?? 0);
}

function record(transaction: Database, row: LoginRow, values: Readonly<Record<string, string>>): Promise<void> {
  const [table, owner] = locatePreferences(row);
  return setPreferences(transaction, table, new Map([[owner, values]]));
}

function locatePreferences({ type, id, login }: LoginRow) {
  return type === 'User' ? (['user_preferences', id] as const) : (['customer_preferences', login] as const);
}

/** The row with the hash that a password is compared with. */
export interface LoginRow {
  readonly type: Caller['type'];
  readonly id: number;
  readonly login: string;
  readonly pw: string | null;
  readonly valid_id: number;
  readonly has_second_factor: boolean;
}
