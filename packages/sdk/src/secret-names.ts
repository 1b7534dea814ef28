import { isData } from './data.js';

/** What stands in place of a secret in logs, and in answers of the administration. */
export const MASK = '*******';

/** Words in the names of members, keys, headers and options that hold secrets: their letters in lower case. */
export const SECRET_WORDS: readonly string[] = [
  ...['password', 'passwd', 'passphrase', 'userpw', 'secret', 'token', 'credential'],
  ...['apikey', 'authorization', 'cookie', 'sessionid'],
];

const SECRET = new RegExp(SECRET_WORDS.join('|'));

/** Whether a value with this name is a secret: `UserPassword`, `X-API-Key`, `session_id`. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name.toLowerCase().replace(/[^a-z]+/g, ''));
}

/** Data with `MASK` for each value with such a name. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isData(value)) return value;
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([name, inner]) => [name, isSecretName(name) ? MASK : maskSecrets(inner)]));
}
