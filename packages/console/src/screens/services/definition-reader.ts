import { isMap, parseDocument } from 'yaml';

/** The values of a definition; undefined while it cannot be parsed. */
export function readDefinition(text: string): { readonly values: unknown } | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  return document.contents === null || isMap(document.contents) ? { values: document.toJS() as unknown } : undefined;
}
