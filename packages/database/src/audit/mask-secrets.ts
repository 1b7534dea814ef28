import { isData } from '@ticketgate/sdk';

const MASK = '***';
const SECRET = /password|passwd|passphrase|secret|token|api[-_]?key$|authorization|cookie|session/i;

/** Data without the members whose names are those of secrets. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isData(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, SECRET.test(name) ? MASK : maskSecrets(member)]),
  );
}
