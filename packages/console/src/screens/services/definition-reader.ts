import { isMap, parseDocument } from 'yaml';

/** What a definition holds; undefined while it cannot be read. */
export function readDefinition(text: string): { readonly values: unknown } | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  return document.contents === null || isMap(document.contents) ? { values: document.toJS() as unknown } : undefined;
}
