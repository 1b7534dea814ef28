import { nonEmptyMap } from '../reading/read-record.js';
import { REST_CONFIG, restConfigOf, transportTypeOf } from './provider-parts.js';
import type { Rule } from './rule.js';

/** A REST transport needs routes. */
export const routesMissing: Rule = (input) => {
  if (transportTypeOf(input) !== 'HTTP::REST' || nonEmptyMap(restConfigOf(input).RouteOperationMapping) !== undefined)
    return [];
  const message =
    'There is no RouteOperationMapping, so no request can be answered; add it with a Route for each operation.';
  return [{ severity: 'error', code: 'routes-missing', message, path: REST_CONFIG, at: 'key' }];
};
