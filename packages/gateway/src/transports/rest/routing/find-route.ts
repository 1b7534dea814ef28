import { createFailure, type Failure, type RecordedAnswer } from '../../../failure.js';
import type { RestService } from '../rest-service.js';
import type { Match, Router } from './router.js';

/**
 * Finds the route of a request. In some profiles, HEAD takes the route of GET if none lists HEAD.
 *
 * @throws Failure `Gateway.RouteNotFound`, `Gateway.MethodNotAllowed`, `Gateway.TransportNotConfigured`
 */
export function findRoute(service: RestService, path: string, method: string): Match {
  const { router, rules } = service;
  if (router === undefined) throw new TransportNotConfigured({ body: service.recordedObstacle });
  const isHeadOfGet = method === 'HEAD' && rules.answersUnlistedMethods;
  const match = router.match(path, method) ?? (isHeadOfGet ? router.match(path, 'GET') : undefined);
  if (match !== undefined) return match;
  throw noRoute(path, method, router);
}

function noRoute(path: string, method: string, router: Router): Failure {
  const methods = router.methodsOf(path);
  if (methods.length === 0) return new RouteNotFound({ path, routes: router.routes });
  return new MethodNotAllowed({ path, method, allowed: [...methods].sort().join(', ') });
}

const TransportNotConfigured = createFailure<{ body: string }>('Gateway.TransportNotConfigured', {
  reason: 'Broken',
  message: () => 'The definition of this service has no routes. "ticketgate check" shows where they belong.',
  recorded: ({ body }) => ({ reason: 'Broken', body }),
});

const RouteNotFound = createFailure<{ path: string; routes: readonly string[] }>('Gateway.RouteNotFound', {
  reason: 'NotFound',
  message: ({ path, routes }) => `This service has no route for "${path || '/'}". ${listRoutes(routes)}`,
  recorded: undetermined,
});

const MethodNotAllowed = createFailure<{ path: string; method: string; allowed: string }>('Gateway.MethodNotAllowed', {
  reason: 'MethodNotAllowed',
  message: ({ path, method, allowed }) => `"${path}" does not take ${method}. It takes ${allowed}.`,
  recorded: undetermined,
  headers: ({ allowed }) => ({ Allow: allowed }),
});

function undetermined({ path }: { readonly path: string }): RecordedAnswer {
  return { reason: 'Broken', body: `HTTP::REST Error while determine Operation for request URI '${path}'.` };
}

/** Most routes in a message. */
const LISTED = 20;

function listRoutes(routes: readonly string[]): string {
  const more = routes.length > LISTED ? ' …' : '.';
  return routes.length === 0 ? 'It has none.' : `It has ${routes.slice(0, LISTED).join(', ')}${more}`;
}
