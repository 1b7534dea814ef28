import { accountsCatalogue } from '@ticketgate/accounts';
import { loadWebService } from '@ticketgate/definition';
import type { CatalogueKind, Database, Events, EventName, Plugin } from '@ticketgate/sdk';

import { invokersOff } from '../configuration/reachable-hosts.js';
import { Subscriptions, type CallingService } from './subscriptions.js';
import type { System } from '../system/open-system.js';
import { createEvents } from './plugin-events.js';

/**
 * The events of the catalogue. Their listeners are read from the database each time: changes are rare, and commands, which publish no web
 * services, make them too.
 */
export async function catalogueEvents(system: System, database: Database): Promise<Events> {
  const emits = catalogueNames(catalogueKinds(system.plugins));
  const subscriptions = new Subscriptions();
  if (invokersOff(system) === undefined) subscriptions.listen(await callingServices(system, emits, database));
  return createEvents({ name: 'catalogue', operations: [], emits }, { ...system, subscriptions });
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

/** The kinds of entries that the loaded packages know, in the order in which they are applied. */
export function catalogueKinds(plugins: readonly Plugin[]): readonly CatalogueKind[] {
  return [...accountsCatalogue, ...plugins.flatMap(({ catalogue }) => catalogue ?? [])];
}

export function emittedBy({ emits = [], catalogue = [] }: Pick<Plugin, 'emits' | 'catalogue'>): readonly string[] {
  return [...emits, ...catalogueNames(catalogue)];
}

export function emittedNames(plugins: readonly Plugin[]): readonly string[] {
  return [...catalogueNames(accountsCatalogue), ...plugins.flatMap(emittedBy)];
}

function catalogueNames(kinds: readonly CatalogueKind[]): readonly EventName[] {
  return kinds.flatMap(({ events }) => (events === undefined ? [] : [events.added, events.changed]));
}
