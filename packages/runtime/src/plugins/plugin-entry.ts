import type { Plugin } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';

/** An entry under `plugins:`. */
export interface PluginEntry {
  /** From 0. */
  readonly index: number;
  /** The name of a package, or an absolute path. */
  readonly name: string;
  /** Nothing runs without it. */
  readonly isRequired: boolean;
  /** Where its code is, once that is known. */
  readonly folder?: string;
  /** Of its package, where it has one. */
  readonly version?: string;
}

const SHIPPED = '@ticketgate/plugin-';

/** Whether a package belongs to Ticketgate: a system that lacks one of them is not the one that was configured. */
export function isShipped(name: string): boolean {
  return name.startsWith(SHIPPED);
}

export function pluginEntries(plugins: Configuration['plugins']): readonly PluginEntry[] {
  return plugins.map((plugin, index) => {
    const { name, required = isShipped(name) } = typeof plugin === 'string' ? { name: plugin } : plugin;
    return { index, name, isRequired: required };
  });
}

/** Plugins that were loaded have an entry. */
export function entryOf({ name }: Plugin, entries: ReadonlyMap<string, PluginEntry>): PluginEntry {
  return entries.get(name) ?? { index: 0, name, isRequired: true };
}
