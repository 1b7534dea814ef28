import { PasswordTooShort } from '../administration/account-errors.js';
import { makeFamilyBcrypt } from './family-bcrypt.js';

const SHORTEST = 8;

/**
 * What is stored of a password that somebody chose.
 *
 * @throws OperationError `Accounts.PasswordTooShort`
 */
export async function hashNewPassword(password: string, cost: number): Promise<string> {
  if (password.length < SHORTEST) throw new PasswordTooShort({ length: password.length, least: SHORTEST });
  return makeFamilyBcrypt(password, cost);
}
