import { checkSchema } from '@ticketgate/sdk/schema';

import { basePath, corsPreflight, customers, mcp, neverSent } from './gateway.js';
import { debugLevel } from './debug-level.js';
import { invokerConfig, invokerEvents } from './invokers.js';
import { invokerDestination, invokerTransport, requesterKeys } from './requester.js';
import { invokerSecrets } from './invoker-secrets.js';
import { keepAlive, maxLength, notServed, transportMissing } from './transport.js';
import { mappingKey, mappingPattern, mappingRule, mappingTemplate } from './mappings.js';
import { operationOptions, operationType } from './operations.js';
import { outboundHeaders } from './outbound-headers.js';
import { placeholders } from './placeholders.js';
import { requestMethods, routeOperation, routeShadowed, routeSyntax } from './routes.js';
import { soap } from './soap.js';
import { nonEmptyMap } from '../reading/read-record.js';
import { providerTransports } from '../provider-transports.js';
import { restConfigOf, TRANSPORT_CONFIG, transportConfigOf, transportTypeOf } from './definition-parts.js';
import { declareDiagnostics } from '../diagnostic.js';
import type { Rule } from './rule.js';

const { error } = declareDiagnostics(
  {
    'routes-missing': `There is no RouteOperationMapping, so no request can be answered; add it with a Route for each operation.`,
    'debugger-missing': `The section Debugger is missing or empty, so the service cannot be served; add it with DebugThreshold: error.`,
  },
  { 'routes-missing': { of: 'service', stops: true } },
);

/** A REST transport needs routes. */
const routesMissing: Rule = (input) => {
  if (transportTypeOf(input) !== 'HTTP::REST' || nonEmptyMap(restConfigOf(input).RouteOperationMapping) !== undefined)
    return [];
  return [error('routes-missing', { path: TRANSPORT_CONFIG, at: 'key' })];
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
  return [error('debugger-missing', { path: ['Debugger'], at: 'key' })];
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
  neverSent,
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
