import type { Snapshots } from '@ticketgate/database';
import type { CatalogueHost, CatalogueKind, Database, Events } from '@ticketgate/sdk';

/** What administration of the catalogue needs; the server provides it. */
export interface CatalogueSystem extends CatalogueHost {
  /** Those of all packages and plugins, in the order in which they refer to each other. */
  readonly kinds: readonly CatalogueKind[];
  /** Its host looks after it. */
  readonly isReadOnly: boolean;
  /** One transaction, after which every process knows of the change. */
  readonly change: Snapshots['change'];
  /** Those of the catalogue, for whoever listens to them now. */
  eventsOn(transaction: Database): Promise<Events>;
}
