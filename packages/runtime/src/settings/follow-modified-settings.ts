import { readModifiedSettings } from '@ticketgate/database';
import type { Database, Logger, Snapshot } from '@ticketgate/sdk';
import { parse } from 'yaml';

import type { EffectiveSettings } from './effective-settings.js';

interface FollowOptions {
  readonly snapshot: (
    name: string,
    load: (database: Database) => Promise<ReadonlyMap<string, unknown>>,
  ) => Snapshot<ReadonlyMap<string, unknown>>;
  readonly logger: Logger;
  /** Seconds between two checks. */
  readonly interval: number;
}

/** Follows the settings of the host system's administrator. Resolves after the first read, to a function that stops it. */
export async function followModifiedSettings(settings: EffectiveSettings, options: FollowOptions): Promise<() => void> {
  const { logger, interval } = options;
  const snapshot = options.snapshot('server-modified-settings', (database) => readSettings(database, logger));
  settings.useModified(await snapshot.current());
  const refresh = async () => {
    try {
      settings.useModified(await snapshot.current());
    } catch (error) {
      // The settings stay as they are. Requests report that the database is unavailable.
      logger.debug('the settings of the host could not be read', { error });
    }
  };
  const timer = setInterval(() => void refresh(), Math.max(interval, 0.5) * 1000);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

async function readSettings(database: Database, logger: Logger): Promise<ReadonlyMap<string, unknown>> {
  const values = new Map<string, unknown>();
  for (const { name, value } of await readModifiedSettings(database)) {
    try {
      values.set(name, parse(value));
    } catch (error) {
      logger.warn('a setting in sysconfig_modified is not valid YAML; using its default', { setting: name, error });
    }
  }
  return values;
}
