import type { OperationType, Plugin, PluginHost } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { problemOf, type PluginProblem } from './register-plugins.js';

/** A plugin that needs this long waits for something that never comes. */
const SECONDS = 30;

export interface StartOptions {
  hostFor(plugin: Plugin): PluginHost;
  /** Called for each plugin that was started, so that somebody closes it. */
  onStarted(plugin: Plugin, close: () => void | Promise<void>): void;
  /** Seconds that `services` of each plugin may take. */
  readonly seconds?: number;
}

/** What the operations of a plugin share, by the type of the operation. */
export type ServicesByOperation = ReadonlyMap<OperationType, unknown>;

export interface StartedServices {
  readonly services: ServicesByOperation;
  readonly problems: readonly PluginProblem[];
}

/** Makes what the operations of each plugin share. */
export async function startServices(plugins: readonly Plugin[], options: StartOptions): Promise<StartedServices> {
  const byOperation = new Map<OperationType, unknown>();
  const problems: PluginProblem[] = [];
  for (const plugin of plugins) {
    try {
      const services = await start(plugin, options);
      // What `services` of this plugin made.
      options.onStarted(plugin, () => plugin.close?.(services as never));
      for (const { type } of plugin.operations) byOperation.set(type, services);
    } catch (error) {
      problems.push(problemOf(plugin, error));
    }
  }
  return { services: byOperation, problems };
}

async function start(plugin: Plugin, options: StartOptions): Promise<unknown> {
  const { seconds = SECONDS } = options;
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const advice = 'Wait for other systems when an operation runs, not when the server starts.';
      reject(new ConfigurationError(`Its services were not ready within ${seconds} s. ${advice}`));
    }, seconds * 1000);
  });
  try {
    return await Promise.race([plugin.services?.(options.hostFor(plugin)), timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
