import type { Plugin } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';

/** A plugin as it is listed under `plugins:`. */
export interface ListedPlugin {
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

export function listedPlugins(plugins: Configuration['plugins']): readonly ListedPlugin[] {
  return plugins.map((plugin, index) => {
    const { name, required = isShipped(name) } = typeof plugin === 'string' ? { name: plugin } : plugin;
    return { index, name, isRequired: required };
  });
}

/** How a loaded plugin is listed. */
export function listedAs({ name }: Plugin, listings: ReadonlyMap<string, ListedPlugin>): ListedPlugin {
  return listings.get(name) ?? { index: 0, name, isRequired: true };
}
