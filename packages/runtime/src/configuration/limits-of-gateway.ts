import type { GatewayLimits } from '@ticketgate/gateway';

import type { Configuration } from './configuration.js';

/** The configured limits for reading a request. */
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

/** The configured limits for the bodies of all requests together. */
export function bodyBudget({ limits }: Configuration): GatewayLimits['bodies'] {
  return { total: limits.bodiesInFlight, perAddress: limits.bodiesInFlightPerAddress };
}

/** All configured limits of the gateway. */
export function gatewayLimits(configuration: Configuration): GatewayLimits {
  const { http, limits, debugLog } = configuration;
  return {
    reading: readingLimits(configuration),
    bodies: bodyBudget(configuration),
    answers: limits.answersInFlight,
    timeout: http.timeout === 0 ? undefined : http.timeout,
    debugLog,
    waitingRequests: limits.waitingRequests ?? undefined,
    definitionBytes: limits.definitionBytes,
  };
}
