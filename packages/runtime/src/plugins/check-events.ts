import { isDeclared, suggestEvent, withSuggestion, type Plugin } from '@ticketgate/sdk';

import { emittedBy, emittedNames } from '../events/emitted-names.js';
import type { LoadedPlugins } from './load-plugins.js';
import { entryOf } from './plugin-entry.js';
import type { PluginProblem } from './plugin-problem.js';

/** Reports events that a plugin listens to but none emits, and events that two plugins emit. */
export function checkEvents({
  plugins,
  entries,
}: Pick<LoadedPlugins, 'plugins' | 'entries'>): readonly PluginProblem[] {
  const emitters = new Map<string, Plugin>();
  const problems: PluginProblem[] = [];
  for (const plugin of plugins) {
    for (const name of emittedBy(plugin)) {
      const owner = emitters.get(name);
      if (owner === undefined) emitters.set(name, plugin);
      else problems.push({ entry: entryOf(plugin, entries), code: 'event-twice', message: twice(name, plugin, owner) });
    }
  }
  const known = [...emitters.keys()];
  for (const plugin of plugins) {
    for (const name of Object.keys(plugin.events ?? {})) {
      if (isDeclared(emittedNames(plugins), name)) continue;
      problems.push({ entry: entryOf(plugin, entries), code: 'event-unknown', message: unknown(name, plugin, known) });
    }
  }
  return problems;
}

function twice(name: string, plugin: Plugin, owner: Plugin): string {
  return `The plugin "${plugin.name}" emits "${name}", which "${owner.name}" emits already. Give it another name.`;
}

function unknown(name: string, plugin: Plugin, known: readonly string[]): string {
  const sentence = `The plugin "${plugin.name}" listens to "${name}", which no plugin emits.`;
  const advice = known.length === 0 ? 'Load the plugin that does.' : `There are: ${known.join(', ')}.`;
  return withSuggestion(sentence, suggestEvent(name, known), advice);
}
