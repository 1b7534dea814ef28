import type { Settings } from '@ticketgate/sdk';

import { PasswordTooCommon, PasswordTooShort } from '../administration/account-errors.js';
import { makeFamilyBcrypt } from './verify-password.js';

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
  // In any case; one repeated character is as common.
  if (COMMON.has(password.toLowerCase()) || new Set(password).size === 1) throw new PasswordTooCommon();
}

/** @throws OperationError `Accounts.PasswordTooShort`, `Accounts.PasswordTooCommon` */
export async function hashNewPassword(password: string, settings: Settings): Promise<string> {
  checkNewPassword(password);
  return makeFamilyBcrypt(password, settings.number('AuthModule::DB::bcryptCost'));
}

/** Passwords that attackers try first, in lower case, with sequences of digits and keys in usual lengths. Shorter ones are refused anyway. */
const COMMON = new Set(
  `password password1 password12 password123 password1234 passwort passwort1 passwort123 passw0rd p@ssword p@ssw0rd
   12345678 123456789 1234567890 0123456789 123123123 12341234 87654321 987654321 9876543210 11223344 1q2w3e4r 1q2w3e4r5t
   1qaz2wsx qazwsxedc zaq12wsx qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwertz123 qwertzui qwertzuiop asdfghjk
   asdfghjkl yxcvbnm1 abcdefgh abcd1234 abc12345 a1b2c3d4 iloveyou letmein1 letmein123 welcome1 welcome123 willkommen
   sunshine princess football baseball superman starwars trustno1 whatever computer internet dragon123 monkey123 master123
   changeme changeme1 changeme123 changeit secret123 geheim123 admin123 admin1234 administrator root1234 root@localhost
   test1234 testtest default1 ticketgate otobo123 znuny123 otrs1234`.split(/\s+/),
);
