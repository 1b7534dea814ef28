import { isData } from '@ticketgate/sdk';

import { DefinitionEditor } from '../edit-definition.js';
import { readYaml, type YamlPath } from '../yaml/yaml-source.js';

/** Keys of definitions whose values are secrets: passwords and keys of requesters, and headers that carry one. */
const SECRET_KEY = /password|passwd|passphrase|secret|token|apikey|api[-_]key|authorization|^cookie$|^keyfile$/i;

export const MASK = '***';

export function isSecretKey(key: string | number | undefined): boolean {
  return typeof key === 'string' && SECRET_KEY.test(key);
}

/** The text without its secrets, for places that keep or show it beyond its service. What is not YAML is not shown at all. */
export function maskDefinition(text: string): string {
  const { value } = readYaml(text, 'definition', 'family');
  if (value === undefined) return MASK;
  const editor = new DefinitionEditor(text);
  for (const path of secretPaths(value, [])) editor.set(path, MASK);
  return editor.toString();
}

function secretPaths(value: unknown, path: YamlPath): readonly YamlPath[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown, place) => secretPaths(item, [...path, place]));
  if (!isData(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const isSecret = isSecretKey(key) && typeof member === 'string' && member !== '';
    return isSecret ? [[...path, key]] : secretPaths(member, [...path, key]);
  });
}
