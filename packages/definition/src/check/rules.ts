import { basePath, corsPreflight, customers, mcp, neverSent } from '../gateway/check-gateway.js';
import { debuggerMissing, debugLevel } from '../debugger/check-debugger.js';
import { invokerConfig, invokerEvents, retryPattern } from '../invokers/check-invokers.js';
import { invokerDestination, invokerTransport, requesterKeys } from '../requester-http/check-requester.js';
import { invokerSecrets } from '../invokers/invoker-secrets.js';
import { keepAlive, maxLength, notServed, transportConfig, transportMissing } from '../transport/check-transport.js';
import { mappingKey, mappingPattern, mappingRule, mappingTemplate } from '../mapping/check-mappings.js';
import { operationOptions, operationType } from '../operations/check-operations.js';
import { outboundHeaders } from '../transport/outbound-headers.js';
import { placeholders } from '../transport/placeholders.js';
import {
  requestMethods,
  routeOperation,
  routeShadowed,
  routesMissing,
  routeSyntax,
} from '../provider-rest/check-routes.js';
import { soap } from '../provider-soap/check-soap.js';
import { unusedNames } from './unused-names.js';
import type { Rule } from './rule.js';

/** Everything that is checked beyond the shape of a definition. */
export const rules: readonly Rule[] = [
  debuggerMissing,
  debugLevel,
  transportMissing,
  notServed,
  transportConfig,
  routesMissing,
  soap,
  routeSyntax,
  routeShadowed,
  routeOperation,
  requestMethods,
  maxLength,
  keepAlive,
  outboundHeaders,
  unusedNames,
  operationType,
  operationOptions,
  mappingRule,
  mappingKey,
  mappingPattern,
  mappingTemplate,
  placeholders,
  basePath,
  neverSent,
  corsPreflight,
  customers,
  mcp,
  requesterKeys,
  invokerTransport,
  invokerDestination,
  invokerEvents,
  invokerConfig,
  retryPattern,
  invokerSecrets,
];
