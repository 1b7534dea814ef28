import { Failure, PLAIN, transportFailure } from '../../../failure.js';
import type { CompiledService } from '../../../services/compile-service.js';
import type { Match, Router } from './router.js';

/**
 * The route of a request. HEAD takes the route of GET where none is listed for it (services of profile contract).
 *
 * @throws Failure `Gateway.RouteNotFound`, `Gateway.MethodNotAllowed`, `Gateway.TransportNotConfigured`
 */
export function findRoute(service: CompiledService, path: string, method: string): Match {
  const { router } = service;
  if (router === undefined) {
    throw transportFailure(
      'Gateway.TransportNotConfigured',
      service.problem ?? 'The transport is not configured.',
      500,
    );
  }
  const match =
    router.match(path, method) ?? (method === 'HEAD' && service.isContract ? router.match(path, 'GET') : undefined);
  if (match !== undefined) return match;
  throw noRoute(path, method, router);
}

function noRoute(path: string, method: string, router: Router): Failure {
  const methods = router.methodsOf(path);
  const compatible = {
    status: 500,
    contentType: PLAIN,
    body: `HTTP::REST Error while determine Operation for request URI '${path}'.`,
  };
  if (methods.length === 0) {
    const message = `This service has no route for "${path || '/'}". ${listRoutes(router.routes)}`;
    return new Failure({ code: 'Gateway.RouteNotFound', message, status: 404, compatible });
  }
  const allow = [...methods].sort().join(', ');
  const message = `"${path}" does not take ${method}. It takes ${allow}.`;
  return new Failure({ code: 'Gateway.MethodNotAllowed', message, status: 405, compatible, headers: { Allow: allow } });
}

/** More than these are left out. */
const LISTED = 20;

function listRoutes(routes: readonly string[]): string {
  const more = routes.length > LISTED ? ' …' : '.';
  return routes.length === 0 ? 'It has none.' : `It has ${routes.slice(0, LISTED).join(', ')}${more}`;
}
