import { inspect } from 'node:util';
import { OperationRegistry } from '@ticketgate/gateway';
import {
  isData,
  isOperationError,
  type Operation,
  type Plugin,
  type PluginHost,
  type PluginInstance,
} from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';

/** Making operations takes milliseconds; a plugin that needs this long waits for something that never comes. */
const SETUP_SECONDS = 10;

export interface RegisterOptions {
  hostFor(plugin: Plugin): PluginHost;
  /** Called for each plugin that was set up, so that somebody closes it. */
  readonly onInstance?: (plugin: Plugin, instance: PluginInstance) => void;
  /** Seconds that each `setup` may take. */
  readonly setupSeconds?: number;
}

/** Why a plugin cannot be used as it is. */
export interface PluginProblem {
  readonly plugin: Plugin;
  /** Names the plugin, what came and what to do. */
  readonly message: string;
  /** True when it only asked for the database, which is not there while files are checked. */
  readonly isOffline: boolean;
}

export interface RegisteredPlugins {
  readonly operations: OperationRegistry;
  readonly problems: readonly PluginProblem[];
}

/** Sets up all plugins and registers their operations: the one way for `serve`, `check` and all that stands between them. */
export async function registerPlugins(
  plugins: readonly Plugin[],
  options: RegisterOptions,
): Promise<RegisteredPlugins> {
  const registration = new Registration();
  for (const plugin of plugins) {
    try {
      const instance = await setUp(plugin, options);
      options.onInstance?.(plugin, instance);
      registration.add(plugin, instance.operations);
    } catch (error) {
      registration.refuse(plugin, error);
    }
  }
  return registration;
}

class Registration implements RegisteredPlugins {
  readonly operations = new OperationRegistry();
  readonly problems: PluginProblem[] = [];
  readonly #owners = new Map<string, Plugin>();

  /** One wrong operation does not hide what is wrong with the next one. */
  add(plugin: Plugin, operations: readonly Operation[]): void {
    for (const operation of operations) {
      try {
        this.#register(plugin, operation);
      } catch (error) {
        this.refuse(plugin, error);
      }
    }
  }

  refuse(plugin: Plugin, error: unknown): void {
    const isOffline = isOperationError(error) && error.code === 'Server.Offline';
    this.problems.push({
      plugin,
      message: `The plugin "${plugin.name}" cannot be used: ${reasonOf(error)}`,
      isOffline,
    });
  }

  #register(plugin: Plugin, operation: Operation): void {
    const type: unknown = isData(operation) ? operation.type : undefined;
    const owner = typeof type === 'string' ? this.#owners.get(type) : undefined;
    if (owner === plugin)
      throw new ConfigurationError(`It brings the operation "${operation.type}" twice. Remove one of them.`);
    this.operations.register(operation);
    this.#owners.set(operation.type, plugin);
  }
}

async function setUp(
  plugin: Plugin,
  { setupSeconds = SETUP_SECONDS, ...options }: RegisterOptions,
): Promise<PluginInstance> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ConfigurationError(`Its setup did not end within ${setupSeconds} s. ${ADVICE}`));
    }, setupSeconds * 1000);
  });
  try {
    const instance: unknown = await Promise.race([plugin.setup(options.hostFor(plugin)), timeUp]);
    if (isInstance(instance)) return instance;
    throw new ConfigurationError(`Its setup returned ${describe(instance)}. Return { operations: [ … ] } from it.`);
  } finally {
    clearTimeout(timer);
  }
}

/** What we found says what to do; what a plugin threw needs its place. */
function reasonOf(error: unknown): string {
  if (error instanceof ConfigurationError || isOperationError(error)) return error.message;
  if (!(error instanceof Error)) return `Its setup threw ${inspect(error)}. Correct it.`;
  const place = error.stack?.split('\n').find((line) => /^ {4}at /.test(line));
  const sentence = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  return `Its setup threw "${sentence}" Correct it${place === undefined ? '.' : `, ${place.trim()}.`}`;
}

const ADVICE = 'Make nothing but operations there, and wait for other systems when an operation runs.';

function isInstance(value: unknown): value is PluginInstance {
  return isData(value) && Array.isArray(value.operations);
}

function describe(value: unknown): string {
  if (isData(value)) return 'an object without a list "operations"';
  return value === undefined || value === null ? 'nothing' : `a ${Array.isArray(value) ? 'list' : typeof value}`;
}
