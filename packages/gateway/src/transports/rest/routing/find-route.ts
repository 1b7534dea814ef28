import { Failure } from '../../../failure.js';
import type { RestService } from '../rest-service.js';
import type { Match, Router } from './router.js';

/**
 * The route of a request. Where the profile has it so, HEAD takes the route of GET if none is listed for it.
 *
 * @throws Failure `Gateway.RouteNotFound`, `Gateway.MethodNotAllowed`, `Gateway.TransportNotConfigured`
 */
export function findRoute(service: RestService, path: string, method: string): Match {
  const { router, rules } = service;
  if (router === undefined) throw notConfigured(service.recordedObstacle);
  const isHeadOfGet = method === 'HEAD' && rules.answersUnlistedMethods;
  const match = router.match(path, method) ?? (isHeadOfGet ? router.match(path, 'GET') : undefined);
  if (match !== undefined) return match;
  throw noRoute(path, method, router);
}

function notConfigured(body: string): Failure {
  const message = 'The definition of this service has no routes. "ticketgate check" shows where they belong.';
  return new Failure({
    code: 'Gateway.TransportNotConfigured',
    message,
    reason: 'Broken',
    recorded: { reason: 'Broken', body },
  });
}

function noRoute(path: string, method: string, router: Router): Failure {
  const methods = router.methodsOf(path);
  const recorded = {
    reason: 'Broken',
    body: `HTTP::REST Error while determine Operation for request URI '${path}'.`,
  } as const;
  if (methods.length === 0) {
    const message = `This service has no route for "${path || '/'}". ${listRoutes(router.routes)}`;
    return new Failure({ code: 'Gateway.RouteNotFound', message, reason: 'NotFound', recorded });
  }
  const allow = [...methods].sort().join(', ');
  const message = `"${path}" does not take ${method}. It takes ${allow}.`;
  const headers = { Allow: allow };
  return new Failure({ code: 'Gateway.MethodNotAllowed', message, reason: 'MethodNotAllowed', recorded, headers });
}

/** More than these are left out. */
const LISTED = 20;

function listRoutes(routes: readonly string[]): string {
  const more = routes.length > LISTED ? ' …' : '.';
  return routes.length === 0 ? 'It has none.' : `It has ${routes.slice(0, LISTED).join(', ')}${more}`;
}
