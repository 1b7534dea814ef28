import type { Caller, Data, Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import type { Moment } from '../time/moment.js';
import type { Condition } from './statement/condition.js';

/** The parts of a search's conditions. */
export interface SearchSources extends Moment {
  readonly input: Data;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly caller: Caller;
}

/** One family of criteria. */
export interface Criteria {
  /** The parameters that it reads; `always`: their absence means something too, or their names are not known. */
  readonly parameters: readonly string[] | 'always';
  /** Absent parameters give no condition, invalid ones give NOTHING. */
  readonly conditions: (sources: SearchSources) => readonly Condition[];
}
