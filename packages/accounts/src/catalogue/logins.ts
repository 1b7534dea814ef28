import { equalsFolded } from '@ticketgate/database/postgres';
import type { CatalogueHost, Data } from '@ticketgate/sdk';

import { LoginTaken } from '../administration/account-errors.js';

type Table = 'users' | 'customer_user';

/** Finds an account by its login, or else by one that differs in the case of ASCII letters alone. */
export async function findLogin(
  table: Table,
  login: unknown,
  { database }: Pick<CatalogueHost, 'database'>,
): Promise<{ readonly id: number; readonly login: string } | undefined> {
  const [account] = await database.query<{ id: number; login: string }>(
    `select id, login from ${table} where ${equalsFolded('login', '$1')} order by login = $1 desc, login limit 1`,
    [login],
  );
  return account;
}

/**
 * Refuses an entry that would differ from another account in case alone: the tickets of one would be those of both.
 *
 * @throws OperationError `Accounts.LoginTaken`
 */
export async function requireDistinctLogin(table: Table, { Login }: Data, host: CatalogueHost): Promise<void> {
  const known = (await findLogin(table, Login, host))?.login;
  if (known !== undefined && known !== Login) throw new LoginTaken({ login: String(Login), known });
}
