import { getHeapStatistics } from 'node:v8';
import type { GatewayLimits } from '@ticketgate/gateway';

import type { Configuration } from './configuration.js';

export function readingLimits(configuration: Configuration, heap?: number): GatewayLimits['reading'] {
  const { http, limits } = configuration;
  return {
    bodyLength: Math.min(http.maxBodySize, bodyBudget(configuration, heap).total),
    json: { nodes: limits.jsonNodes, keys: limits.jsonKeys, keyLength: limits.jsonKeyLength, depth: limits.jsonDepth },
    queryParameters: limits.queryParameters,
    mappingCharacters: limits.mappingCharacters,
    pace: { bytesPerSecond: limits.bodyBytesPerSecond, patience: limits.bodyPatience },
  };
}

/** Bytes of heap for each byte of a body: its text, its values, and what is recorded of them. */
const HEAP_PER_BYTE = 5;

/**
 * The limits for the bodies of all requests together: those that are configured, or what a smaller heap has room for
 * (`--max-old-space-size`), of which one address gets half.
 */
export function bodyBudget(
  { limits }: Pick<Configuration, 'limits'>,
  heap = getHeapStatistics().heap_size_limit,
): GatewayLimits['bodies'] {
  const total = Math.min(limits.bodiesInFlight, Math.floor(heap / HEAP_PER_BYTE));
  return { total, perOwner: Math.min(limits.bodiesInFlightPerAddress, Math.floor(total / 2)) };
}

export function gatewayLimits(configuration: Configuration): GatewayLimits {
  const { http, limits, debugLog } = configuration;
  return {
    reading: readingLimits(configuration),
    bodies: bodyBudget(configuration),
    answers: limits.answersInFlight,
    timeout: http.timeout === 0 ? undefined : http.timeout,
    debugLog,
    waitingRequests: limits.waitingRequests,
    definitionBytes: limits.definitionBytes,
  };
}
