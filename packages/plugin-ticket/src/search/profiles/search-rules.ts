import type { Data, Directory, LimitScope, ProfileName } from '@ticketgate/sdk';

import { readStrictSearch, requireAllowedLimit } from './read-strict-search.js';
import { requireClearSearch } from './require-clear-search.js';
import type { SearchSources } from '../statement/condition.js';
import type { ReadSources } from '../../permission/readable-tickets.js';

/** The differences between profiles in the searches that they accept. */
export interface SearchRules {
  /** Converts the parameters. */
  readonly read: (input: Data, scope: LimitScope, sources: ReadSources) => Data;
  /** @throws OperationError `<Operation>.InvalidParameter` for mistakes, unless they find nothing */
  readonly requireClear: (sources: SearchSources, directory: Directory, operation: string) => void;
}

const familyRules: SearchRules = { read: (input) => input, requireClear: () => undefined };

const contractRules: SearchRules = {
  read: (input, scope, sources) => requireAllowedLimit(readStrictSearch(input, scope, sources), scope),
  requireClear: requireClearSearch,
};

export function chooseSearchRules(profile: ProfileName): SearchRules {
  return profile === 'contract' ? contractRules : familyRules;
}
