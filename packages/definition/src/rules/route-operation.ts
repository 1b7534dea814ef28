import { suggest } from '@ticketgate/sdk';

import { OPERATIONS, operationsOf, ROUTES, routesOf, transportTypeOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** Findings of this rule that are compared with all names; a file with more is not a matter of spelling. */
const MOST_SUGGESTIONS = 100;

/** Routes and operations belong together by name. */
export const routeOperation: Rule = (input) => {
  const operations = new Set(operationsOf(input).map(([name]) => name));
  const routes = new Set(routesOf(input).map(([name]) => name));
  const withoutRoute = [...operations].filter((name) => !routes.has(name));
  const unused = [...routes]
    .filter((name) => !operations.has(name))
    .map((name, index) =>
      warning({
        code: 'route-without-operation',
        message: `The route "${name}" has no operation: its requests are answered with the fault "Got no OperationType!". Add the operation, or remove the route.`,
        path: [...ROUTES, name],
        at: 'key',
        suggestion: index < MOST_SUGGESTIONS ? suggest(name, withoutRoute) : undefined,
      }),
    );
  if (transportTypeOf(input) !== 'HTTP::REST') return unused;
  const unreachable = withoutRoute.map((name) =>
    warning({
      code: 'operation-without-route',
      message: `The operation "${name}" has no route and cannot be called; add it to RouteOperationMapping, or remove it.`,
      path: [...OPERATIONS, name],
      at: 'key',
    }),
  );
  return [...unused, ...unreachable];
};
