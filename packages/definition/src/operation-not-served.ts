import { OPERATIONS, ROUTES } from './rules/definition-parts.js';
import type { YamlPath } from './yaml/yaml-source.js';

/** Codes of diagnostics that keep the requests to one operation from being served. */
export const OPERATION_NOT_SERVED: ReadonlySet<string> = new Set([
  'duplicate-route',
  'mapping-rule',
  'operation-type-missing',
  'operation-without-route',
  'pattern-syntax',
  'route-syntax',
  'route-without-operation',
  'template-syntax',
  'unknown-operation-type',
]);

/** The operation that a path in a definition leads to, through its entry or its route. */
export function operationAt(path: YamlPath): string | undefined {
  const parent = [OPERATIONS, ROUTES].find((each) => each.every((segment, index) => path[index] === segment));
  const name = parent && path[parent.length];
  return name === undefined ? undefined : String(name);
}
