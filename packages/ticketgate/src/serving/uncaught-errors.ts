import type { Logger } from '@ticketgate/sdk';
import {
  EXIT_CODE,
  findPlugin,
  type LoadedConfiguration,
  type LoadedPlugins,
  locatePlugins,
  type PluginPlace,
} from '@ticketgate/runtime';

/** Why a server ends on its own, and its exit code. */
export interface Shutdown {
  readonly reason: string;
  readonly code: number;
}

/**
 * Errors that nothing catches: most come from plugins. A rejected promise that nobody awaits leaves everything else as it was, so the
 * server goes on; after an exception nobody knows what is left, so it shuts down in order.
 */
export class UncaughtErrors {
  readonly #logger: Logger;
  #places: readonly PluginPlace[];
  /** Resolves at the first exception that nothing caught. */
  readonly ending: Promise<Shutdown>;

  constructor({ configuration, root }: LoadedConfiguration, logger: Logger) {
    this.#logger = logger;
    this.#places = locatePlugins(configuration.plugins, root);
    process.on('unhandledRejection', (reason) =>
      this.#log('unhandled promise rejection; the server keeps running', reason),
    );
    this.ending = new Promise((resolve) => {
      process.on('uncaughtException', (error) => {
        this.#log('uncaught exception; the server shuts down in order', error);
        resolve({ reason: 'an uncaught exception', code: EXIT_CODE.crashed });
      });
    });
  }

  /** Plugins are called by their own names once they are loaded. */
  nameBy({ listings }: LoadedPlugins): void {
    const names = new Map([...listings].map(([name, listed]) => [listed.name, name]));
    this.#places = this.#places.map((place) => ({ ...place, name: names.get(place.name) ?? place.name }));
  }

  #log(message: string, reason: unknown): void {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    const plugin = findPlugin(this.#places, error.stack ?? '');
    this.#logger.error(plugin === undefined ? message : `in the plugin "${plugin}" ${message}`, {
      ...(plugin === undefined ? {} : { plugin }),
      error,
    });
  }
}
