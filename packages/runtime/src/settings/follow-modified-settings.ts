import { readModifiedSettings } from '@ticketgate/database';
import type { Database, Logger, Snapshot } from '@ticketgate/sdk';
import { parse } from 'yaml';

import type { EffectiveSettings } from './effective-settings.js';

export interface FollowOptions {
  readonly snapshot: (
    name: string,
    load: (database: Database) => Promise<ReadonlyMap<string, unknown>>,
  ) => Snapshot<ReadonlyMap<string, unknown>>;
  readonly logger: Logger;
  /** Seconds between two looks. */
  readonly interval: number;
}

/** Keeps the settings as the host's admin sets them. Resolves, once they were read, to the way to stop. */
export async function followModifiedSettings(settings: EffectiveSettings, options: FollowOptions): Promise<() => void> {
  const { logger, interval } = options;
  const snapshot = options.snapshot('server-modified-settings', (database) => readSettings(database, logger));
  settings.useModified(await snapshot.current());
  const look = async () => {
    try {
      settings.useModified(await snapshot.current());
    } catch (error) {
      // Requests meet the same database and report it; the settings stay as they were.
      logger.debug('the settings of the host could not be read', { error });
    }
  };
  const timer = setInterval(() => void look(), Math.max(interval, 0.5) * 1000);
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
