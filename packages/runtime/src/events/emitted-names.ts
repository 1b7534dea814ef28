import { accountsCatalogue } from '@ticketgate/accounts';
import type { EventName, Plugin } from '@ticketgate/sdk';

/** Names of the events that a plugin emits, and that changes of its catalogue raise. */
export function emittedBy({ emits = [], catalogue = [] }: Pick<Plugin, 'emits' | 'catalogue'>): readonly string[] {
  return [...emits, ...catalogueNames(catalogue)];
}

/** Names of all events that there are. */
export function emittedNames(plugins: readonly Plugin[]): readonly string[] {
  return [...catalogueNames(accountsCatalogue), ...plugins.flatMap(emittedBy)];
}

export function catalogueNames(kinds: NonNullable<Plugin['catalogue']>): readonly EventName[] {
  return kinds.flatMap(({ events }) => (events === undefined ? [] : [events.added, events.changed]));
}
