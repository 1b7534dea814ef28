import type { Data, LimitScope, ProfileName } from '@ticketgate/sdk';

import type { Catalogue } from '../../catalogue/catalogue.js';
import { readStrictSearch, requireAllowedLimit } from './read-strict-search.js';
import { requireKnownFields } from './require-known-fields.js';

/** The differences between profiles in the searches that they accept. */
export interface SearchRules {
  /** Converts the parameters. */
  readonly read: (input: Data, scope: LimitScope) => Data;
  /** @throws OperationError `<Operation>.InvalidParameter` for unknown dynamic fields, unless they are ignored */
  readonly requireFields: (input: Data, catalogue: Catalogue, operation: string) => void;
}

const familyRules: SearchRules = { read: (input) => input, requireFields: () => undefined };

const contractRules: SearchRules = {
  read: (input, scope) => requireAllowedLimit(readStrictSearch(input, scope), scope),
  requireFields: requireKnownFields,
};

export function searchRulesOf(profile: ProfileName): SearchRules {
  return profile === 'contract' ? contractRules : familyRules;
}
