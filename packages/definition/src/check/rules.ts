import { gatewayRules } from '../gateway/check-gateway.js';
import { debuggerRules } from '../debugger/check-debugger.js';
import { invokerRules } from '../invokers/check-invokers.js';
import { requesterRules } from '../requester-http/check-requester.js';
import { invokerSecrets } from '../invokers/invoker-secrets.js';
import { transportRules } from '../transport/check-transport.js';
import { mappingChecks } from '../mapping/check-mappings.js';
import { operationRules } from '../operations/check-operations.js';
import { outboundHeaders } from '../transport/outbound-headers.js';
import { placeholders } from '../transport/placeholders.js';
import { routeRules } from '../provider-rest/check-routes.js';
import { soap } from '../provider-soap/check-soap.js';
import { unusedNames } from './unused-names.js';
import type { Rule } from './rule.js';

/** All checks beyond the shape of a definition. */
export const rules: readonly Rule[] = [
  ...debuggerRules,
  ...transportRules,
  soap,
  ...routeRules,
  outboundHeaders,
  unusedNames,
  ...operationRules,
  ...mappingChecks,
  placeholders,
  ...gatewayRules,
  ...requesterRules,
  ...invokerRules,
  invokerSecrets,
];
