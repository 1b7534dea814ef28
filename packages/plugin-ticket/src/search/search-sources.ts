import type { Caller, Data, Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import type { Condition } from './statement/condition.js';

/** What the conditions of a search are made from. */
export interface SearchSources {
  readonly input: Data;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly caller: Caller;
  readonly now: Date;
  /** The system's time zone. */
  readonly zone: string;
}

/** One family of criteria. */
export interface Criteria {
  /** The parameters that it reads; `always`: their absence means something too, or their names are not known. */
  readonly parameters: readonly string[] | 'always';
  /** Absent parameters give no condition, invalid ones give NOTHING. */
  readonly conditions: (sources: SearchSources) => readonly Condition[];
}
