import { OperationRegistry } from '@ticketgate/gateway';
import { isData, isExpectedError, type Operation, type Plugin } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';

/** Why a plugin cannot be used as it is. */
export interface PluginProblem {
  readonly plugin: Plugin;
  /** Names the plugin, what came and what to do. */
  readonly message: string;
}

export interface RegisteredPlugins {
  readonly operations: OperationRegistry;
  readonly problems: readonly PluginProblem[];
}

/**
 * Registers the operations of all plugins: the one way for `serve`, `check` and everything between them. It needs no database.
 * One wrong operation does not hide what is wrong with the next one.
 */
export function registerPlugins(plugins: readonly Plugin[]): RegisteredPlugins {
  const operations = new OperationRegistry();
  const problems: PluginProblem[] = [];
  for (const plugin of plugins) {
    const own = new Set<string>();
    for (const operation of plugin.operations) {
      try {
        requireOnce(operation, own);
        operations.register(operation);
      } catch (error) {
        problems.push(problemOf(plugin, error));
      }
    }
  }
  return { operations, problems };
}

/** What we found says what to do; what a plugin threw needs its place. */
export function problemOf(plugin: Plugin, error: unknown): PluginProblem {
  return { plugin, message: `The plugin "${plugin.name}" cannot be used: ${reasonOf(error)}` };
}

function reasonOf(error: unknown): string {
  if (error instanceof ConfigurationError || isExpectedError(error)) return error.message;
  if (!(error instanceof Error)) return `It threw ${String(error)}. Correct it.`;
  const place = error.stack?.split('\n').find((line) => /^ {4}at /.test(line));
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  return `It threw "${sentence}" Correct it${place === undefined ? '.' : `, ${place.trim()}.`}`;
}

/** Plugins come from anywhere, also without types. */
function requireOnce(operation: Operation, own: Set<string>): void {
  if (!isData(operation)) return;
  if (own.has(operation.type)) {
    throw new ConfigurationError(`It provides the operation "${operation.type}" twice. Remove one of them.`);
  }
  own.add(operation.type);
}
