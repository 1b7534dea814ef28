/** Keys of definitions whose values are secrets: passwords and keys of requesters, and headers that carry one. */
const SECRET_KEY = /password|passwd|passphrase|secret|token|apikey|api[-_]key|authorization|^cookie$|^keyfile$/i;

export const MASK = '***';

export function isSecretKey(key: string | number | undefined): boolean {
  return typeof key === 'string' && SECRET_KEY.test(key);
}
