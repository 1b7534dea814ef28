import { isData } from './data.js';

/** Replaces secrets in logs, and in answers of the admin API. */
export const MASK = '*******';

/** The form of a session id or an API key. */
const TOKEN = /\b(?:[0-9]{39}|[0-9A-Za-z]{32}|tg_[\w-]{20,})\b/g;

/** Words that mark names of secrets, in lower case. */
export const SECRET_WORDS: readonly string[] = [
  ...['password', 'passwd', 'passphrase', 'userpw', 'secret', 'token', 'credential'],
  ...['apikey', 'authorization', 'cookie', 'sessionid'],
];

const SECRET = new RegExp(SECRET_WORDS.join('|'));

/** Whether a value with this name is a secret: `UserPassword`, `X-API-Key`, `session_id`. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name.toLowerCase().replace(/[^a-z]+/g, ''));
}

/** Masks everything that looks like a session id or an API key. */
export const maskTokens = (text: string): string => text.replace(TOKEN, MASK);

/**
 * Masks the values of members whose names are names of secrets.
 *
 * @param maskOther masks other values that are not plain objects or lists
 */
export function maskSecrets(value: unknown, maskOther: (other: unknown) => unknown = (other) => other): unknown {
  if (Array.isArray(value)) return value.map((item) => maskSecrets(item, maskOther));
  if (!isData(value) || (value.constructor !== Object && Object.getPrototypeOf(value) !== null))
    return maskOther(value);
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([name, inner]) => [name, isSecretName(name) ? MASK : maskSecrets(inner, maskOther)]),
  );
}
