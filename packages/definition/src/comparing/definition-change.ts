import type { YamlPath } from '../yaml/yaml-source.js';

/** The part that a change concerns, in the order in which changes are reported. */
export type ChangedPart = 'route' | 'operation' | 'credentials' | 'limit' | 'mapping' | 'other';

export interface ChangedRoute {
  /** Undefined: every method. */
  readonly method: string | undefined;
  readonly route: string;
}

/** One difference between two definitions, by what it means. */
export interface DefinitionChange {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly part: ChangedPart;
  /** Undefined where the whole service is concerned. */
  readonly operation: string | undefined;
  /** The changed route; undefined for other changes. */
  readonly route?: ChangedRoute;
  readonly path: YamlPath;
  /** For example `route GET /ticket/:TicketID removed` or `MaxLength 16000 → 100000`. */
  readonly sentence: string;
}
