import type { CatalogueHost } from '@ticketgate/sdk';

/** What accounts are changed on. */
export interface AccountsHost extends CatalogueHost {
  /** Called after a change: ends what was remembered of accounts. */
  onChange(): Promise<void>;
}
