import type { Caller, Data, Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import type { Moment } from '../time/moment.js';
import type { Condition } from './statement/condition.js';

/** The data that the conditions of a search are built from. */
export interface SearchSources extends Moment {
  readonly input: Data;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly caller: Caller;
}

/** One family of criteria. */
export interface Criteria {
  /** The parameters that it reads; `always` if it must run without them too, or their names are unknown. */
  readonly parameters: readonly string[] | 'always';
  /** Builds conditions: none for absent parameters, NOTHING for invalid ones. */
  readonly conditions: (sources: SearchSources) => readonly Condition[];
}
