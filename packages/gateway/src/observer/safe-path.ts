import { maskTokens, type Data } from '@ticketgate/sdk';

import type { SecretNames } from '../debugger/secret-names.js';

/** The parts of a service that logs need. */
export interface ObservedService {
  readonly id: number;
  readonly name: string;
  readonly debugger: { readonly secretNames: SecretNames };
}

/** The route of a request, with the values of its parameters. */
export interface MatchedRoute {
  /** As the definition writes it; `''` in services that have none, whatever the path is. */
  readonly route: string;
  readonly parameters: Data;
}

/** Replaces a path that may contain secrets. */
const HIDDEN = '/…';

/**
 * The path of a request without secrets, for logs: always below `/Webservice/<name>`. If a route parameter is secret, the route replaces the
 * path. A path without a route is hidden, because it may contain anything.
 *
 * @param path the part after the service
 */
export function safePath(service: ObservedService | undefined, path: string, match: MatchedRoute | undefined): string {
  if (service === undefined) return HIDDEN;
  if (match === undefined) return servicePath(service.name, HIDDEN);
  if (match.route === '') return servicePath(service.name, '');
  const { secretNames } = service.debugger;
  const isSecret = Object.keys(match.parameters).some((name) => secretNames.has(name));
  return servicePath(service.name, isSecret ? match.route : maskTokens(path));
}

export function servicePath(service: string, path: string): string {
  return `/Webservice/${encodeURIComponent(service)}${path}`;
}
