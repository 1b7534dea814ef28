import { checkSchema } from '@ticketgate/sdk/schema';

import { basePath } from './base-path.js';
import { corsPreflight } from './cors-preflight.js';
import { customers } from './customers.js';
import { debugLevel } from './debug-level.js';
import { invokerConfig } from './invoker-config.js';
import { invokerDestination } from './invoker-destination.js';
import { invokerEvents } from './invoker-events.js';
import { invokerSecrets } from './invoker-secrets.js';
import { invokerTransport } from './invoker-transport.js';
import { keepAlive } from './keep-alive.js';
import { mappingKey } from './mapping-key.js';
import { mappingPattern } from './mapping-pattern.js';
import { mappingRule } from './mapping-rule.js';
import { mappingTemplate } from './mapping-template.js';
import { maxLength } from './max-length.js';
import { mcp } from './mcp.js';
import { notServed } from './not-served.js';
import { operationOptions } from './operation-options.js';
import { operationType } from './operation-type.js';
import { outboundHeaders } from './outbound-headers.js';
import { placeholders } from './placeholders.js';
import { requesterKeys } from './requester-keys.js';
import { requestMethods } from './request-methods.js';
import { routeOperation } from './route-operation.js';
import { routeShadowed } from './route-shadowed.js';
import { routeSyntax } from './route-syntax.js';
import { soap } from './soap.js';
import { transportMissing } from './transport-missing.js';
import { nonEmptyMap } from '../reading/read-record.js';
import { providerTransports } from '../provider-transports.js';
import { restConfigOf, TRANSPORT_CONFIG, transportConfigOf, transportTypeOf } from './definition-parts.js';
import { error, type Rule } from './rule.js';

/** A REST transport needs routes. */
const routesMissing: Rule = (input) => {
  if (transportTypeOf(input) !== 'HTTP::REST' || nonEmptyMap(restConfigOf(input).RouteOperationMapping) !== undefined)
    return [];
  const message =
    'There is no RouteOperationMapping, so no request can be answered; add it with a Route for each operation.';
  return [error({ code: 'routes-missing', message, path: TRANSPORT_CONFIG, at: 'key' })];
};

/** Shapes and keys of `Provider.Transport.Config`, which differ by transport. */
const transportConfig: Rule = (input) => {
  const config = transportConfigOf(input);
  const served = providerTransports.get(transportTypeOf(input));
  return served === undefined || Object.keys(config).length === 0
    ? []
    : checkSchema(config, served.schema, TRANSPORT_CONFIG);
};

/** Without `Debugger` the family answers nothing but an empty 500. */
const debuggerMissing: Rule = ({ config }) => {
  if (nonEmptyMap(config.Debugger) !== undefined) return [];
  const message =
    'The section Debugger is missing or empty, so the service cannot be served; add it with DebugThreshold: error.';
  return [error({ code: 'debugger-missing', message, path: ['Debugger'], at: 'key' })];
};

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
  operationType,
  operationOptions,
  mappingRule,
  mappingKey,
  mappingPattern,
  mappingTemplate,
  placeholders,
  basePath,
  corsPreflight,
  customers,
  mcp,
  requesterKeys,
  invokerTransport,
  invokerDestination,
  invokerEvents,
  invokerConfig,
  invokerSecrets,
];
