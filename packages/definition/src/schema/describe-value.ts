import { isData, isSecretName } from '@ticketgate/sdk';

import type { YamlPath } from '../yaml/yaml-source.js';

/** A short description of the value; never a secret. */
export function describeValue(value: unknown, path: YamlPath): string {
  if (value === undefined || value === null) return 'empty';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isData(value)) return Object.keys(value).length === 0 ? 'an empty map' : 'a map';
  if (path.some((segment) => isSecretName(String(segment)))) return 'something else';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `"${text.length > 60 ? `${text.slice(0, 57)}...` : text}"`;
}

/** How a message calls the place: its key, or an entry of it. */
export function nameOf(path: YamlPath): string {
  const last = path.at(-1);
  if (last === undefined) return 'The file';
  return typeof last === 'number' ? `An entry of ${String(path.at(-2) ?? 'the list')}` : last;
}
