import { memberNames } from '@ticketgate/definition';
import { OperationRegistry } from '@ticketgate/gateway';
import {
  isData,
  isExpectedError,
  type Operation,
  type Plugin,
  isDeclared,
  suggestEvent,
  withSuggestion,
} from '@ticketgate/sdk';

import { invokerTypes } from '../invokers/call/index.js';
import { emittedNames, emittedBy } from '../events/catalogue-events.js';
import { unfitSignKeys } from '../invokers/secrets.js';
import type { LoadedPlugins } from './load-plugins.js';
import { listedAs } from './listed-plugin.js';
import type { PluginProblem } from './plugin-problem.js';

/**
 * Registers the operations of all plugins, without a database. An invalid operation, or one whose type is already taken, is left out.
 *
 * @param broken plugins that could not be started: their operations are not registered, but keep their types
 * @param isCalled false if the operations are only listed
 */
export function registerPlugins(
  { plugins, listings }: LoadedPlugins,
  { broken = new Set(), isCalled = true }: { readonly broken?: ReadonlySet<Plugin>; readonly isCalled?: boolean } = {},
) {
  const types = invokerTypes(plugins.flatMap((plugin) => plugin.invokers ?? []));
  const invokers = [...types.values()];
  const called = {
    invokerTypes: [...types.keys()],
    invokerConfig: new Map(
      invokers.flatMap(({ type, config }) => (config === undefined ? [] : [[type, Object.keys(config)] as const])),
    ),
    refusedMembers: new Map(invokers.map(({ type, refusedMembers = [] }) => [type, refusedMembers] as const)),
    payloadMembers: new Map(
      invokers.flatMap(({ type, payload }) => (payload === undefined ? [] : [[type, memberNames(payload)] as const])),
    ),
    events: emittedNames(plugins),
    conditionMembers: new Map(
      plugins.flatMap(({ subjects = {} }) => Object.entries(subjects).map(([name, seen]) => [name, memberNames(seen)])),
    ),
    unfitSignKeys: unfitSignKeys(),
  };
  const operations = new OperationRegistry({ isCalled, called });
  const problems: PluginProblem[] = [];
  const taken = new Map<string, Plugin>();
  for (const plugin of plugins) {
    for (const operation of plugin.operations) {
      const problem = register(operation, { plugin, taken, operations: broken.has(plugin) ? undefined : operations });
      if (problem !== undefined) problems.push({ listed: listedAs(plugin, listings), ...problem });
    }
  }
  problems.push(...checkEvents({ plugins, listings }));
  return { operations, problems };
}

interface Registering {
  readonly plugin: Plugin;
  /** Plugins by the types that they have registered. */
  readonly taken: Map<string, Plugin>;
  readonly operations: OperationRegistry | undefined;
}

function register(
  operation: Operation,
  { plugin, taken, operations }: Registering,
): Omit<PluginProblem, 'listed'> | undefined {
  // Plugins may be written without types.
  const type = isData(operation) ? operation.type : undefined;
  const owner = type === undefined ? undefined : taken.get(type);
  if (owner !== undefined) return { code: 'operation-twice', message: givenTwice(String(type), plugin, owner) };
  try {
    operations?.register(operation);
  } catch (error) {
    const reason = isExpectedError(error) ? error.message : `It threw ${String(error)}. Correct it.`;
    return {
      code: 'operation-invalid',
      message: `An operation of the plugin "${plugin.name}" cannot be used: ${reason}`,
    };
  }
  if (type !== undefined) taken.set(type, plugin);
  return undefined;
}

function givenTwice(type: string, plugin: Plugin, owner: Plugin): string {
  if (plugin === owner)
    return `The plugin "${plugin.name}" provides the operation "${type}" twice. Remove one of them.`;
  return `The plugin "${plugin.name}" provides the operation "${type}", which "${owner.name}" already provides. Give it another type.`;
}

/** Reports events that a plugin listens to but nothing emits, and events that something else emits already. */
function checkEvents({ plugins, listings }: Pick<LoadedPlugins, 'plugins' | 'listings'>): readonly PluginProblem[] {
  const emitters = new Map(emittedNames([]).map((name) => [name, 'Ticketgate']));
  const problems: PluginProblem[] = [];
  const report = (plugin: Plugin, problem: Omit<PluginProblem, 'listed'>) =>
    problems.push({ listed: listedAs(plugin, listings), ...problem });
  for (const plugin of plugins) {
    for (const name of emittedBy(plugin)) {
      const owner = emitters.get(name);
      const message = `The plugin "${plugin.name}" emits "${name}", which "${owner}" emits already. Give it another name.`;
      if (owner === undefined) emitters.set(name, plugin.name);
      else report(plugin, { code: 'event-twice', message });
    }
  }
  const known = [...new Set(plugins.flatMap(emittedBy))];
  for (const plugin of plugins) {
    for (const name of Object.keys(plugin.events ?? {})) {
      if (isDeclared(emittedNames(plugins), name)) continue;
      report(plugin, { code: 'event-unknown', message: notKnown(name, plugin, known) });
    }
  }
  return problems;
}

function notKnown(name: string, plugin: Plugin, known: readonly string[]): string {
  const sentence = `The plugin "${plugin.name}" listens to "${name}", which no plugin emits.`;
  const advice = known.length === 0 ? 'Load the plugin that does.' : `There are: ${known.join(', ')}.`;
  return withSuggestion(sentence, suggestEvent(name, known), advice);
}
