import { createHash, timingSafeEqual } from 'node:crypto';

import { clampCost, familyBcryptHash, parseFamilyBcrypt } from './family-bcrypt.js';

/** `unsupported`: the stored hash is of a kind that is too weak to be accepted; a new password has to be set. */
export type Verdict = 'right' | 'wrong' | 'unsupported';

const DUMMY_SALT = '0'.repeat(16);

export interface Verification {
  /** The cost of new hashes; a wrong password costs at least as much. */
  readonly cost: number;
  /** The host is configured to store plain text. */
  readonly isPlain?: boolean;
}

/** The hash that passwords of unknown logins are compared with, so that they take as long as those of known ones. */
export function dummyHash(cost: number): string {
  return `BCRYPT:${clampCost(cost)}:${DUMMY_SALT}:${'.'.repeat(31)}`;
}

const HEX_SCHEMES: Readonly<Record<number, string>> = { 40: 'sha1', 64: 'sha256', 128: 'sha512' };

/** Compares a password with a stored value, which says by which scheme (`docs/compatibility.md`). */
export async function verifyPassword(password: string, stored: string, verification: Verification): Promise<Verdict> {
  const { cost, isPlain = false } = verification;
  if (password === '') return 'wrong';
  const bcrypt = isPlain ? undefined : parseFamilyBcrypt(stored);
  if (bcrypt !== undefined) return verdict(await familyBcryptHash(password, bcrypt.cost, bcrypt.salt), bcrypt.hash);
  const quick = isPlain && stored !== '' ? verdict(password, stored) : compareWithDigest(password, stored);
  // A wrong password takes as long as an unknown login: the speed of a scheme must not reveal which logins exist.
  if (quick !== 'right') await familyBcryptHash(password, clampCost(cost), DUMMY_SALT);
  return quick;
}

function compareWithDigest(password: string, stored: string): Verdict {
  if (stored.length === 13 || stored.startsWith('$')) return 'unsupported';
  const algorithm = /^[0-9a-fA-F]+$/.test(stored) ? HEX_SCHEMES[stored.length] : undefined;
  if (algorithm === undefined) return 'wrong';
  return verdict(createHash(algorithm).update(password, 'utf8').digest('hex'), stored);
}

function verdict(computed: string, stored: string): Verdict {
  const a = createHash('sha256').update(computed).digest();
  const b = createHash('sha256').update(stored).digest();
  return timingSafeEqual(a, b) ? 'right' : 'wrong';
}
