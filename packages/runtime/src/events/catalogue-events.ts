import { loadWebService } from '@ticketgate/definition';
import { accountsCatalogue } from '@ticketgate/accounts';
import type { Database, Events } from '@ticketgate/sdk';

import { invokersOff } from '../requester/invokers-off.js';
import { Subscriptions, type CallingService } from '../requester/subscriptions.js';
import type { System } from '../system/open-system.js';
import { catalogueNames } from './emitted-names.js';
import { createEvents } from './plugin-events.js';

/**
 * The events of the catalogue. Their listeners are read from the database each time: changes are rare, and commands, which publish no web
 * services, make them too.
 */
export async function catalogueEvents(system: System, database: Database): Promise<Events> {
  const kinds = [...accountsCatalogue, ...system.plugins.flatMap(({ catalogue }) => catalogue ?? [])];
  const emits = catalogueNames(kinds);
  const subscriptions = new Subscriptions();
  if (invokersOff(system) === undefined) subscriptions.listen(await callingServices(system, emits, database));
  return createEvents(
    { name: 'catalogue', operations: [], emits },
    { ...system, subscriptions, now: () => system.now() },
  );
}

async function callingServices(
  { services }: System,
  names: readonly string[],
  database: Database,
): Promise<readonly CallingService[]> {
  const records = await services.list(database);
  return records
    .filter(({ validID, config }) => validID === 1 && names.some((name) => config.includes(name)))
    .flatMap(({ id, name, config }) => {
      const { webService } = loadWebService(config, name);
      return webService === undefined ? [] : [{ id, name, webService }];
    });
}
