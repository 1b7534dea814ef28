import type { Plugin, Settings } from '@ticketgate/sdk';

import type { FetchRules } from './fetcher.js';

/** The hosts that the operations of a plugin may connect to; none unless its setting lists some. */
export function hostsOf(plugin: Plugin | undefined, settings: Settings): Pick<FetchRules, 'hosts' | 'advice'> {
  const name = plugin?.hosts;
  if (name === undefined) {
    return { hosts: [], advice: 'Its plugin names no setting that lists hosts: definePlugin({ hosts: "…" }).' };
  }
  const value = settings.get(name);
  const hosts: readonly unknown[] = Array.isArray(value) ? value : [];
  return { hosts: hosts.map(String), advice: `List it in the setting ${name}.` };
}
