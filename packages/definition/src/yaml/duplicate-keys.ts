import { isScalar, visit, type Document } from 'yaml';

import type { Diagnostic } from '../diagnostic.js';
import { keyText, rangeOf, type Range } from './source-range.js';

/** A duplicate key and its position. */
export type DuplicateKey = Pick<Diagnostic, 'severity' | 'code' | 'message' | 'path'> & { readonly range: Range };

/** Keys that appear twice in one map: the later one silently replaces the earlier one. */
export function findDuplicateKeys(document: Document, lineOf: (offset: number) => number): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  visit(document, {
    Map(_, map) {
      const seen = new Map<string, Range>();
      for (const { key } of map.items) {
        const range = rangeOf(key);
        if (!isScalar(key) || range === undefined) continue;
        const name = keyText(key);
        const earlier = seen.get(name);
        if (earlier !== undefined) found.push(report(name, range, lineOf(earlier[0])));
        else seen.set(name, range);
      }
    },
  });
  return found;
}

function report(name: string, range: Range, line: number): DuplicateKey {
  const message = `The key "${name}" is already in line ${line} of the same map, and the last one wins; remove or rename one of them.`;
  return { severity: 'error', code: 'duplicate-key', message, path: [], range };
}
