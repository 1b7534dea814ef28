import { accountsCatalogue, keepAdministrator } from '@ticketgate/accounts';
import type { CatalogueKind, Plugin } from '@ticketgate/sdk';
import { catalogueEvents, type System } from '@ticketgate/runtime';

import { mayApply } from '../system/may-apply.js';
import type { CatalogueSystem } from './catalogue-system.js';

/** The kinds of entries that the loaded packages know, in the order in which they are applied. */
export function catalogueKinds(plugins: readonly Plugin[]): readonly CatalogueKind[] {
  return [...accountsCatalogue, ...plugins.flatMap(({ catalogue }) => catalogue ?? [])];
}

export function catalogueSystemOf(system: System): CatalogueSystem {
  const { database, settings, snapshots } = system;
  return {
    kinds: catalogueKinds(system.plugins),
    isReadOnly: !mayApply(system, 'catalogue'),
    database,
    settings,
    now: () => system.now(),
    eventsOn: (transaction) => catalogueEvents(system, transaction),
    change: (work, isChange) =>
      snapshots.change((transaction) => keepAdministrator(transaction, () => work(transaction)), isChange),
  };
}
