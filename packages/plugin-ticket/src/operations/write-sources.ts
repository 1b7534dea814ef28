import type { Directory, OperationContext } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';

/** What checks and plans of writing operations look things up in. */
export interface WriteSources {
  /** For example `TicketCreate`: what error codes and texts begin with. */
  readonly operation: 'TicketCreate' | 'TicketUpdate';
  readonly context: OperationContext;
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  /** Whether the tables are those of a host system. */
  readonly isAttached: boolean;
  readonly now: Date;
  /** The system's time zone. */
  readonly zone: string;
}
