import { formatSystemTime, type Database, type Settings, type Caller } from '@ticketgate/sdk';

/** Records a successful login as the family does: no failures, and the time. */
export async function recordSuccess(database: Database, row: LoginRow, now: Date): Promise<void> {
  const preferences = { UserLoginFailed: '0', UserLastLogin: String(Math.floor(now.getTime() / 1000)) };
  await database.withTransaction((transaction) => setPreferences(transaction, row, preferences));
}

export interface FailedLogin {
  readonly database: Database;
  readonly settings: Settings;
  readonly row: LoginRow;
  readonly now: Date;
}

/** Counts a failure; an agent with too many becomes invalid-temporarily where that is configured. */
export async function recordFailure({ database, settings, row, now }: FailedLogin): Promise<void> {
  const limit = settings.number('PasswordMaxLoginFailed');
  await database.withTransaction(async (transaction) => {
    const failures = (await readFailures(transaction, row)) + 1;
    await setPreferences(transaction, row, { UserLoginFailed: String(failures) });
    if (row.type === 'User' && limit > 0 && failures >= limit) {
      await transaction.query(
        'update users set valid_id = 3, change_time = $2, change_by = 1 where id = $1 and valid_id = 1',
        [row.id, formatSystemTime(now, settings)],
      );
    }
  });
}

async function readFailures(transaction: Database, row: LoginRow): Promise<number> {
  const { table, key } = preferencesOf(row);
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
  const { table, key } = preferencesOf(row);
  const keys = Object.keys(values);
  await transaction.query(`delete from ${table} where user_id = $1 and preferences_key = any($2)`, [key, keys]);
  await transaction.query(
    `insert into ${table} (user_id, preferences_key, preferences_value)
     select $1, row.key, row.value from unnest($2::text[], $3::text[]) as row (key, value)`,
    [key, keys, keys.map((name) => values[name])],
  );
}

/** Agents have preferences by id, customers by login. */
function preferencesOf(row: LoginRow): { table: string; key: number | string } {
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
