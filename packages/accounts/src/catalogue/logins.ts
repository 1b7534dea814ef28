import { auditTime, equalsFolded, readValue } from '@ticketgate/database/postgres';
import type { CatalogueHost, CatalogueKind, Data } from '@ticketgate/sdk';

import { LoginTaken } from '../administration/account-errors.js';
import { hashNewPassword } from '../passwords/new-password.js';

type Table = 'users' | 'customer_user';

/** Finds an account by its login, or else by one that only differs in the case of ASCII letters. */
export async function findLogin(
  table: Table,
  login: unknown,
  { database }: Pick<CatalogueHost, 'database'>,
): Promise<{ readonly id: number; readonly login: string; readonly isValid: boolean } | undefined> {
  const [account] = await database.query<{ id: number; login: string; isValid: boolean }>(
    `select id, login, valid_id = 1 as "isValid" from ${table} where ${equalsFolded('login', '$1')} order by login = $1 desc, login limit 1`,
    [login],
  );
  return account;
}

/**
 * Refuses an entry that would only differ in case from another account: each would get the tickets of both.
 *
 * @throws OperationError `Accounts.LoginTaken`
 */
async function requireDistinctLogin(table: Table, { Login }: Data, host: CatalogueHost): Promise<void> {
  const known = (await findLogin(table, Login, host))?.login;
  if (known !== undefined && known !== Login) throw new LoginTaken({ login: String(Login), known });
}

/**
 * Stores a new password. Resolves to the id of its account; undefined if there is none.
 *
 * @throws OperationError `Accounts.PasswordTooShort`, `Accounts.PasswordTooCommon`
 */
export async function storePassword(
  table: Table,
  { login, password }: { readonly login: string; readonly password: string },
  host: CatalogueHost,
): Promise<number | undefined> {
  const stored = await hashNewPassword(password, host.settings);
  const text = `update ${table} set pw = $2, change_time = $3, change_by = 1 where login = $1 returning id`;
  return readValue<number>(host.database, text, [login, stored, auditTime(host)]);
}

/**
 * A kind whose entries log in: they get a password, and their sessions end when they are disabled.
 *
 * @param endSessions ends the sessions of one entry
 */
export function withLogins(
  kind: CatalogueKind,
  table: Table,
  endSessions: (login: string, host: CatalogueHost) => Promise<unknown>,
): CatalogueKind {
  return {
    ...kind,
    async save(values, host, options) {
      await requireDistinctLogin(table, values, host);
      return kind.save(values, host, options);
    },
    async setFirstPassword(login, password, host) {
      await storePassword(table, { login, password }, host);
    },
    async setValidity(login, isValid, host) {
      const isChanged = await kind.setValidity(login, isValid, host);
      // After it, so that no other session begins in between.
      if (!isValid) await endSessions(login, host);
      return isChanged;
    },
  };
}
