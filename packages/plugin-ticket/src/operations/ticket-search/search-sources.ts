import type { Data, Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../../catalogue/catalogue.js';

/** What the conditions of a search are made from. */
export interface SearchSources {
  readonly input: Data;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly now: Date;
  /** The system's time zone. */
  readonly zone: string;
  /** Customers find what is in articles that they may see. */
  readonly isCustomer: boolean;
}
