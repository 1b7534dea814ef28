import type { GatewayLimits } from '@ticketgate/gateway';

import type { Configuration } from './configuration.js';

/** What the configuration says that one request may hold. */
export function readingLimits({ http, limits }: Configuration): GatewayLimits['reading'] {
  return {
    bodyLength: http.maxBodySize,
    json: {
      nodes: limits.jsonNodes,
      keys: limits.jsonKeys,
      keyLength: limits.jsonKeyLength,
      depth: limits.jsonDepth,
    },
    queryParameters: limits.queryParameters,
    mappingCharacters: limits.mappingCharacters,
    pace: { bytesPerSecond: limits.bodyBytesPerSecond, patience: limits.bodyPatience },
  };
}

/** What the configuration says that the bodies of all requests may hold together. */
export function bodyBudget({ limits }: Configuration): GatewayLimits['bodies'] {
  return { total: limits.bodiesInFlight, perAddress: limits.bodiesInFlightPerAddress };
}
