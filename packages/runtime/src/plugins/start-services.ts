import type { OperationType, Plugin, PluginHost } from '@ticketgate/sdk';

import type { LoadedPlugins } from './load-plugins.js';
import { locateError, type PluginProblem } from './plugin-problem.js';
import { listedAs, type ListedPlugin } from './listed-plugin.js';
import { limitPlugins, TimeoutExceeded } from './plugin-time-limit.js';

interface StartOptions {
  hostFor(plugin: Plugin): PluginHost;
  /** Called for each started plugin with the function that closes it. */
  onStarted(plugin: Plugin, close: () => void | Promise<void>): void;
  /** Time limit for the `services` of each plugin. */
  readonly seconds?: number;
}

/** The services of plugins, by the types of their operations and invokers. */
export type ServicesByOperation = ReadonlyMap<OperationType, unknown>;

/** Calls `services` of each plugin. */
export async function startServices({ plugins, listings }: LoadedPlugins, options: StartOptions) {
  const byOperation = new Map<OperationType, unknown>();
  const servicesByPlugin = new Map<Plugin, unknown>();
  const problems: PluginProblem[] = [];
  /** Plugins that could not be started. */
  const broken = new Set<Plugin>();
  const timeLimit = limitPlugins(options.seconds);
  for (const plugin of plugins) {
    const listed = listedAs(plugin, listings);
    try {
      const services = await timeLimit.run(listed.name, () => plugin.services?.(options.hostFor(plugin)));
      servicesByPlugin.set(plugin, services);
      // The result of this plugin's own `services`.
      options.onStarted(plugin, () => plugin.close?.(services as never));
      // If two operations have the same type, the first one is served.
      const own = listDeclared(plugin).filter(({ type }) => !byOperation.has(type));
      for (const { type } of own) byOperation.set(type, services);
    } catch (error) {
      broken.add(plugin);
      problems.push(toPluginProblem(plugin, listed, error));
    }
  }
  await timeLimit.close();
  return { services: byOperation, servicesByPlugin, problems, broken };
}

/** Plugins may be written without types. Values that are not operations were reported before. */
function listDeclared({ operations, invokers = [] }: Plugin): readonly { readonly type: OperationType }[] {
  return [...operations, ...invokers].filter((each: unknown) => typeof each === 'object' && each !== null);
}

function toPluginProblem(plugin: Plugin, listed: ListedPlugin, error: unknown): PluginProblem {
  const cannot = `The plugin "${plugin.name}" cannot be used:`;
  if (error instanceof TimeoutExceeded) {
    const advice = 'Wait for other systems when an operation runs, not when the server starts.';
    const message = `${cannot} Its services were not ready within ${error.seconds} s. ${advice}`;
    return { listed, code: 'plugin-hangs', message };
  }
  if (!(error instanceof Error)) {
    return { listed, code: 'plugin-start', message: `${cannot} Its services threw ${String(error)}. Correct it.` };
  }
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  const message = `${cannot} Its services threw "${sentence}" Correct it.`;
  return { listed, code: 'plugin-start', message, place: locateError(error, listed) };
}
