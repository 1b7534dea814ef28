import { createHash, timingSafeEqual } from 'node:crypto';

import { familyBcryptHash, parseFamilyBcrypt } from './family-bcrypt.js';

/** `unsupported`: the stored hash is of a kind that is too weak to be accepted; a new password has to be set. */
export type Verdict = 'right' | 'wrong' | 'unsupported';

/** What passwords of unknown logins are held against, so that they take as long as those of known ones. */
export const NOBODY = `BCRYPT:12:${'0'.repeat(16)}:${'.'.repeat(31)}`;

const HEX_SCHEMES: Readonly<Record<number, string>> = { 40: 'sha1', 64: 'sha256', 128: 'sha512' };

/**
 * Holds a password against a stored value; the scheme follows from the stored value (`docs/compatibility.md`).
 * `isPlain`: the host is configured to store plain text.
 */
export async function verifyPassword(password: string, stored: string, isPlain = false): Promise<Verdict> {
  if (password === '' || stored === '') return 'wrong';
  if (isPlain) return verdict(password, stored);
  const bcrypt = parseFamilyBcrypt(stored);
  if (bcrypt !== undefined) return verdict(await familyBcryptHash(password, bcrypt.cost, bcrypt.salt), bcrypt.hash);
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
