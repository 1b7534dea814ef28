import { PasswordTooCommon, PasswordTooShort } from '../administration/account-errors.js';
import { isCommonPassword } from './common-passwords.js';
import { makeFamilyBcrypt } from './family-bcrypt.js';

const SHORTEST = 8;
/** The stored value of an agent without a password: no password matches it. */
export const NO_PASSWORD = '!';

/**
 * Refuses passwords that are easy to guess. Commands check before they open a database; so does every function that stores a password.
 *
 * @throws OperationError `Accounts.PasswordTooShort`, `Accounts.PasswordTooCommon`
 */
export function checkNewPassword(password: string): void {
  if (password.length < SHORTEST) throw new PasswordTooShort({ length: password.length, least: SHORTEST });
  if (isCommonPassword(password)) throw new PasswordTooCommon();
}

/**
 * The stored hash of a new password.
 *
 * @throws OperationError `Accounts.PasswordTooShort`, `Accounts.PasswordTooCommon`
 */
export async function hashNewPassword(password: string, cost: number): Promise<string> {
  checkNewPassword(password);
  return makeFamilyBcrypt(password, cost);
}
