import { accountsCatalogue } from '@ticketgate/accounts';
import type { EventName, Plugin } from '@ticketgate/sdk';

/** Names of the events of a plugin: those that it emits, and those of its catalogue. */
export function emittedBy({ emits = [], catalogue = [] }: Pick<Plugin, 'emits' | 'catalogue'>): readonly string[] {
  return [...emits, ...catalogueNames(catalogue)];
}

/** Names of all events: of the accounts and of the plugins. */
export function emittedNames(plugins: readonly Plugin[]): readonly string[] {
  return [...catalogueNames(accountsCatalogue), ...plugins.flatMap(emittedBy)];
}

export function catalogueNames(kinds: NonNullable<Plugin['catalogue']>): readonly EventName[] {
  return kinds.flatMap(({ events }) => (events === undefined ? [] : [events.added, events.changed]));
}
