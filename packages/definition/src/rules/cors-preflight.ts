import { readGateway } from '../reading/read-gateway.js';
import { routesOf } from './definition-parts.js';
import { listNames, warning, type Rule } from './rule.js';

/** Browsers ask with OPTIONS before they send JSON; other profiles than contract answer that where a route lists the method. */
export const corsPreflight: Rule = (input) => {
  const options = readGateway(input.config.Gateway);
  if (options?.cors === undefined || options.profile === 'contract') return [];
  const silent = routesOf(input).filter(([, { RequestMethod: methods }]) => {
    return Array.isArray(methods) && methods.length > 0 && !methods.includes('OPTIONS');
  });
  if (silent.length === 0) return [];
  const names = listNames(silent.map(([name]) => name));
  const message = `Browsers ask with OPTIONS first, and profile ${options.profile} answers 500 where no route lists it: ${names}. Add OPTIONS to RequestMethod, or write Profile: contract.`;
  return [warning({ code: 'cors-preflight', message, path: ['Gateway', 'Cors'], at: 'key' })];
};
