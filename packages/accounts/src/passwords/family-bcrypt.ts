import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Characters of the family's salts, which are used as raw bytes. */
const SALT_LENGTH = 16;
/** `$2b$12$` and 22 characters of salt come before the hash proper. */
const PREFIX_LENGTH = 29;

/** `BCRYPT:<cost>:<salt>:<hash>`, taken apart. */
export interface FamilyBcrypt {
  readonly cost: number;
  readonly salt: string;
  readonly hash: string;
}

/** Undefined when the stored value has another form. */
export function parseFamilyBcrypt(stored: string): FamilyBcrypt | undefined {
  const [, cost, salt, rest] = /^BCRYPT:(\d+):(.{16}):(.+)$/s.exec(stored) ?? [];
  return cost === undefined || salt === undefined || rest === undefined
    ? undefined
    : { cost: Number(cost), salt, hash: rest };
}

/** The 31 characters of bcrypt's own alphabet that the family stores. */
export async function familyBcryptHash(password: string, cost: number, salt: string): Promise<string> {
  // Native code, which a start does without.
  const { default: bcrypt } = await import('bcrypt');
  const hashed = await bcrypt.hash(password, `$2b$${String(cost).padStart(2, '0')}$${encodeSalt(salt)}`);
  return hashed.slice(PREFIX_LENGTH);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BCRYPT_BASE64 = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** In bcrypt's own order of the letters of Base64. */
function encodeSalt(salt: string): string {
  const encoded = Buffer.from(salt, 'latin1').toString('base64').replaceAll('=', '');
  return encoded.replace(/./g, (letter) => BCRYPT_BASE64.charAt(BASE64.indexOf(letter)));
}

/** The costs that the family allows. */
export function clampCost(cost: number): number {
  return Math.min(31, Math.max(9, cost));
}

/** A new stored value in the family's form, so that a host can read it. */
export async function makeFamilyBcrypt(password: string, cost: number): Promise<string> {
  const salt = Array.from({ length: SALT_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  const clamped = clampCost(cost);
  return `BCRYPT:${clamped}:${salt}:${await familyBcryptHash(password, clamped, salt)}`;
}
