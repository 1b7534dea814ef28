import { basePath } from './base-path.js';
import { corsPreflight } from './cors-preflight.js';
import { customers } from './customers.js';
import { debugLevel } from './debug-level.js';
import { debuggerMissing } from './debugger-missing.js';
import { keepAlive } from './keep-alive.js';
import { mappingKey } from './mapping-key.js';
import { mappingPattern } from './mapping-pattern.js';
import { mappingRule } from './mapping-rule.js';
import { maxLength } from './max-length.js';
import { mcp } from './mcp.js';
import { notServed } from './not-served.js';
import { operationOptions } from './operation-options.js';
import { operationType } from './operation-type.js';
import { outboundHeaders } from './outbound-headers.js';
import { requestMethods } from './request-methods.js';
import { restConfig } from './rest-config.js';
import { routeOperation } from './route-operation.js';
import { routeShadowed } from './route-shadowed.js';
import { routeSyntax } from './route-syntax.js';
import { routesMissing } from './routes-missing.js';
import type { Rule } from './rule.js';
import { sidesMissing } from './sides-missing.js';

/** Everything that is checked beyond the shape of a definition. */
export const rules: readonly Rule[] = [
  debuggerMissing,
  debugLevel,
  sidesMissing,
  notServed,
  restConfig,
  routesMissing,
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
  basePath,
  corsPreflight,
  customers,
  mcp,
];
