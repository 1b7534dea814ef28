import { suggest } from '@ticketgate/sdk';

import { OPERATIONS, operationsOf, ROUTES, routesOf, transportTypeOf } from './provider-parts.js';
import type { Rule } from './rule.js';

/** Routes and operations belong together by name. */
export const routeOperation: Rule = (input) => {
  const operations = operationsOf(input).map(([name]) => name);
  const routes = routesOf(input).map(([name]) => name);
  const unused = routes
    .filter((name) => !operations.includes(name))
    .map((name) => ({
      severity: 'warning' as const,
      code: 'route-without-operation',
      message: `The route "${name}" belongs to no operation: its requests are answered with the fault "Got no OperationType!". Add the operation, or remove the route.`,
      path: [...ROUTES, name],
      at: 'key' as const,
      suggestion: suggest(
        name,
        operations.filter((each) => !routes.includes(each)),
      ),
    }));
  if (transportTypeOf(input) !== 'HTTP::REST') return unused;
  const unreachable = operations
    .filter((name) => !routes.includes(name))
    .map((name) => ({
      severity: 'warning' as const,
      code: 'operation-without-route',
      message: `The operation "${name}" has no route and cannot be called; add it to RouteOperationMapping, or remove it.`,
      path: [...OPERATIONS, name],
      at: 'key' as const,
    }));
  return [...unused, ...unreachable];
};
