import type { Plugin } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';

/** An entry under `plugins:`. */
export interface PluginEntry {
  /** From 0. */
  readonly index: number;
  /** The name of a package, or an absolute path. */
  readonly name: string;
  /** Whether the server refuses to start without it. */
  readonly isRequired: boolean;
  /** The folder of its package, once it was found. */
  readonly folder?: string;
  /** The version of its package, if it has one. */
  readonly version?: string;
}

const SHIPPED = '@ticketgate/plugin-';

/** Whether a package belongs to Ticketgate. Those are required by default. */
export function isShipped(name: string): boolean {
  return name.startsWith(SHIPPED);
}

export function pluginEntries(plugins: Configuration['plugins']): readonly PluginEntry[] {
  return plugins.map((plugin, index) => {
    const { name, required = isShipped(name) } = typeof plugin === 'string' ? { name: plugin } : plugin;
    return { index, name, isRequired: required };
  });
}

/** The entry of a loaded plugin. */
export function entryOf({ name }: Plugin, entries: ReadonlyMap<string, PluginEntry>): PluginEntry {
  return entries.get(name) ?? { index: 0, name, isRequired: true };
}
