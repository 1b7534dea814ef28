import { definitionsVersion } from '@ticketgate/database';
import { renderCodeFrame } from '@ticketgate/definition';
import type { Gateway } from '@ticketgate/gateway';
import { invokersOff, type System } from '@ticketgate/runtime';
import type { Database } from '@ticketgate/sdk';

import type { Observation } from './observe.js';

/**
 * Publishes what `gi_webservice_config` has, now and after each change by anybody.
 *
 * @returns the way to stop
 */
export async function keepPublished(
  system: System,
  gateway: Gateway,
  observation: Pick<Observation, 'serves'>,
): Promise<() => Promise<void>> {
  /** Texts with errors, by service. */
  let reported: ReadonlyMap<string, string | undefined> = new Map();
  let begun = 0;
  let published = 0;
  const publish = async (database: Database = system.database) => {
    const turn = (begun += 1);
    // Read before the definitions, which may then be newer than the version, but not older.
    const [version, definitions] = [await definitionsVersion(database), await system.services.fingerprint(database)];
    const records = await system.services.list(database);
    const texts = new Map(records.map(({ name, config }) => [name, config]));
    await gateway.prepare(records);
    // A later turn has published newer ones.
    if (turn < published) return;
    published = turn;
    const { rejected } = gateway.publish(records);
    observation.serves(definitions);
    if (invokersOff(system) === undefined) system.subscriptions.update(gateway.services(), version);
    for (const { name, diagnostics } of rejected) {
      if (reported.get(name) === texts.get(name)) continue;
      system.logger.error(`a web service has errors\n${renderCodeFrame(diagnostics, texts)}`, { service: name });
    }
    reported = new Map(rejected.map(({ name }) => [name, texts.get(name)]));
  };
  await publish();
  let working: Promise<void> = Promise.resolve();
  const publishNext = async (database?: Database) => {
    try {
      await publish(database);
      system.logger.debug('web services published');
    } catch (error) {
      system.logger.error('the web services could not be published; the previous versions stay active', { error });
    }
  };
  system.subscriptions.publishWith(publishNext);
  const stop = await system.services.watch(() => {
    working = working.then(() => publishNext());
  }, system.configuration.webServices.pollInterval);
  return async () => {
    stop();
    await working;
  };
}
