import type { AuditLog, Replicas } from '@ticketgate/database';
import type { Data, JsonSchema } from '@ticketgate/sdk';

import type { ActionSystem } from '../actions/action.js';
import type { ProcessLoad } from '../system/measure-load.js';
import type { EventHub } from './events/event-hub.js';

/** Everything that the admin API works with; the server provides it. */
export interface ApiSystem extends ActionSystem {
  readonly audit: AuditLog;
  readonly replicas: Replicas;
  readonly events: EventHub;
  /** JSON Schemas of what administrators write, by the names of their files. */
  editorSchemas(): ReadonlyMap<string, JsonSchema>;
  listSettings(): ListedSettings;
  listPlugins(): ListedPlugins;
  describe(): Promise<Data>;
  measureLoad(): Promise<ProcessLoad>;
  /** The version of Ticketgate. */
  readonly version: string;
}

interface Valued {
  readonly name: string;
  /** Secrets are masked. */
  readonly value: unknown;
  readonly default: unknown;
  readonly source: 'default' | 'host' | 'file' | 'environment' | 'command line';
  /** The path of the file, the variable, or the flag. */
  readonly from: string | null;
  readonly description: string;
}

export interface ListedSettings {
  /** Settings, under the family's names. */
  readonly settings: readonly Valued[];
  /** Options of `gateway.yml`, by their paths. */
  readonly options: readonly Valued[];
}

export interface ListedPlugins {
  readonly items: readonly { readonly name: string; readonly operations: readonly string[] }[];
  readonly problems: readonly { readonly name: string; readonly code: string; readonly message: string }[];
}
