import type { Snapshots } from '@ticketgate/database';
import {
  type CatalogueHost,
  type CatalogueKind,
  type Database,
  type Events,
  type Plugin,
  suggest,
} from '@ticketgate/sdk';
import { accountsCatalogue, requireRemainingAdministrator } from '@ticketgate/accounts';
import { catalogueEvents, type System } from '@ticketgate/runtime';

import { mayApply } from '../system/may-apply.js';
import { KindUnknown } from './catalogue-errors.js';

/** The catalogue of a system, for its administration. */
export interface CatalogueSystem extends CatalogueHost {
  /** The kinds of all packages and plugins, each after the ones that it refers to. */
  readonly kinds: readonly CatalogueKind[];
  /** Whether a host manages the catalogue. */
  readonly isReadOnly: boolean;
  /** One transaction, after which every process knows of the change. */
  readonly change: Snapshots['change'];
  /** The port that emits the events of the catalogue. */
  eventsOn(transaction: Database): Promise<Events>;
}

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
      snapshots.change((transaction) => requireRemainingAdministrator(transaction, () => work(transaction)), isChange),
  };
}

/**
 * The kind with this key, in whatever case.
 *
 * @throws OperationError `Admin.KindUnknown`
 */
export function getKind({ kinds }: Pick<CatalogueSystem, 'kinds'>, name: string): CatalogueKind {
  const found = kinds.find(({ key }) => key.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const known = kinds.map(({ key }) => key);
  throw new KindUnknown({ name, known, suggestion: suggest(name, known) });
}
