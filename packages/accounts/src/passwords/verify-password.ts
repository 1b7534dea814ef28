import { createHash, timingSafeEqual, randomInt } from 'node:crypto';

/** `unsupported`: the stored hash is of a kind that is too weak to be accepted; a new password has to be set. */
export type Verdict = 'right' | 'wrong' | 'unsupported';

const DUMMY_SALT = '0'.repeat(16);

interface Verification {
  /** The cost of new hashes; verifying a wrong password takes at least as long. */
  readonly cost: number;
  /** Whether the host is configured to store plain text. */
  readonly isPlain?: boolean;
}

/** The hash that passwords of unknown logins are compared with, so that they take as long as those of known ones. */
export function dummyHash(cost: number): string {
  return `BCRYPT:${clampCost(cost)}:${DUMMY_SALT}:${'.'.repeat(31)}`;
}

const HEX_SCHEMES: Readonly<Record<number, string>> = { 40: 'sha1', 64: 'sha256', 128: 'sha512' };

/** Compares a password with a stored value, which identifies its scheme (`docs/compatibility.md`). */
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

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Characters of the family's salts, which are used as raw bytes. */
const SALT_LENGTH = 16;
/** `$2b$12$` and 22 characters of salt precede the actual hash. */
const PREFIX_LENGTH = 29;

/** Splits `BCRYPT:<cost>:<salt>:<hash>`; undefined if the stored value has another form. */
export function parseFamilyBcrypt(stored: string) {
  const [, cost, salt, rest] = /^BCRYPT:(\d+):(.{16}):(.+)$/s.exec(stored) ?? [];
  return cost === undefined || salt === undefined || rest === undefined
    ? undefined
    : { cost: Number(cost), salt, hash: rest };
}

/** The 31 characters in bcrypt's own alphabet that the family stores. */
async function familyBcryptHash(password: string, cost: number, salt: string): Promise<string> {
  // Loaded on demand: native code, which the start does not need.
  const { default: bcrypt } = await import('bcrypt');
  const hashed = await bcrypt.hash(password, `$2b$${String(cost).padStart(2, '0')}$${encodeSalt(salt)}`);
  return hashed.slice(PREFIX_LENGTH);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BCRYPT_BASE64 = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** In bcrypt's own order of the Base64 alphabet. */
function encodeSalt(salt: string): string {
  const encoded = Buffer.from(salt, 'latin1').toString('base64').replaceAll('=', '');
  return encoded.replace(/./g, (letter) => BCRYPT_BASE64.charAt(BASE64.indexOf(letter)));
}

/** The costs that the family allows. */
function clampCost(cost: number): number {
  return Math.min(31, Math.max(9, cost));
}

/** A new stored value in the family's form, so that a host can read it. */
export async function makeFamilyBcrypt(password: string, cost: number): Promise<string> {
  const salt = Array.from({ length: SALT_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  const clamped = clampCost(cost);
  return `BCRYPT:${clamped}:${salt}:${await familyBcryptHash(password, clamped, salt)}`;
}
