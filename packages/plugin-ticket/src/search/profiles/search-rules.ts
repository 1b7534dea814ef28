import type { Data, LimitScope, ProfileName } from '@ticketgate/sdk';

import type { Catalogue } from '../../catalogue/catalogue.js';
import { readStrictSearch, requireAllowedLimit } from './read-strict-search.js';
import { requireKnownFields } from './require-known-fields.js';

/** Where profiles differ in the searches that they accept, once the caller is known. */
export interface SearchRules {
  /** The parameters as the search understands them. */
  readonly read: (input: Data, scope: LimitScope) => Data;
  /** @throws OperationError `<Operation>.InvalidParameter` for dynamic fields that do not exist, which may as well restrict nothing */
  readonly requireFields: (input: Data, catalogue: Catalogue, operation: string) => void;
}

export const searchRules: Readonly<Record<ProfileName, SearchRules>> = {
  otobo: { read: (input) => input, requireFields: () => undefined },
  contract: {
    read: (input, scope) => requireAllowedLimit(readStrictSearch(input, scope), scope),
    requireFields: requireKnownFields,
  },
};
