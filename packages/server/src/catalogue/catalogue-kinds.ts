import { accountsCatalogue, keepAdministrator } from '@ticketgate/accounts';
import type { CatalogueSystem } from '@ticketgate/admin';
import type { CatalogueKind, Plugin } from '@ticketgate/sdk';

import { mayApply } from '../system/may-apply.js';
import type { System } from '../system/open-system.js';

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
    change: (work, isChange) =>
      snapshots.change((transaction) => keepAdministrator(transaction, () => work(transaction)), isChange),
  };
}
