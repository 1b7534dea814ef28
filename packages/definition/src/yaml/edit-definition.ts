import { isMap } from 'yaml';

import { readYaml, type YamlPath } from './yaml-source.js';

// Comments, the order of keys and the style of scalars do not change.

/** Without that key, the text stays unchanged to the byte. */
export function removeKey(text: string, path: YamlPath): string {
  const { document } = readYaml(text, 'definition', 'family');
  if (!isMap(document.contents) || !document.hasIn(path)) return text;
  document.deleteIn(path);
  return document.toString({ lineWidth: 0 });
}

/** A definition for import by another system, with the version of the system that it comes from. */
export function exportDefinition(text: string, { frameworkVersion }: { frameworkVersion: string }): string {
  const { document } = readYaml(text, 'definition', 'family');
  document.setIn(['FrameworkVersion'], frameworkVersion);
  return document.toString({ lineWidth: 0 });
}
