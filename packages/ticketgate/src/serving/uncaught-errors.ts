import type { Logger } from '@ticketgate/sdk';
import { EXIT_CODE, findPlugin, type LoadedConfiguration, locatePlugins, type System } from '@ticketgate/runtime';

/** Why a server ends on its own, and its exit code. */
export interface Shutdown {
  readonly reason: string;
  readonly code: number;
}

/**
 * Errors that nothing catches: most come from plugins. A rejected promise that nobody awaits leaves everything else as it was, so the
 * server goes on; after an exception the state is unknown, so it shuts down in order.
 */
export function logUncaughtErrors({ configuration, root }: LoadedConfiguration, logger: Logger) {
  let places = locatePlugins(configuration.plugins, root);
  const log = (message: string, reason: unknown) => {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    const plugin = findPlugin(places, error.stack ?? '');
    if (plugin === undefined) logger.error(message, { error });
    else logger.error(`in the plugin "${plugin}" ${message}`, { plugin, error });
  };
  process.on('unhandledRejection', (reason) => log('unhandled promise rejection; the server keeps running', reason));
  /** Resolves at the first exception that nothing caught. */
  const ending = new Promise<Shutdown>((resolve) => {
    process.on('uncaughtException', (error) => {
      log('uncaught exception; the server shuts down in order', error);
      resolve({ reason: 'an uncaught exception', code: EXIT_CODE.crashed });
    });
  });
  /** Plugins are called by their own names once they are loaded. */
  const onOpen = ({ loadedPlugins }: Pick<System, 'loadedPlugins'>): void => {
    const names = new Map([...loadedPlugins.listings].map(([name, listed]) => [listed.name, name]));
    places = places.map((place) => ({ ...place, name: names.get(place.name) ?? place.name }));
  };
  return { ending, onOpen };
}
