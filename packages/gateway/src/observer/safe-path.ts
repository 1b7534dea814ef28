import { maskTokens, type Data } from '@ticketgate/sdk';

import type { SecretNames } from '../debugger/secret-names.js';

/** The facts about a service that are needed. */
export interface ObservedService {
  readonly id: number;
  readonly name: string;
  readonly debugger: { readonly secretNames: SecretNames };
}

/** The route that a request took, with the values of its parameters. */
export interface TakenRoute {
  /** As the definition writes it. */
  readonly route: string;
  readonly parameters: Data;
}

/** Stands for what may have secrets anywhere. */
const HIDDEN = '/…';

/**
 * The path of a request without secrets, for logs: below `/Webservice/<name>`, however the client addressed the service. Where a
 * parameter of the route is a secret, the route stands for all of them; what no route matches may be anything.
 *
 * @param path behind what names the service
 */
export function safePath(service: ObservedService | undefined, path: string, taken: TakenRoute | undefined): string {
  if (service === undefined) return HIDDEN;
  if (taken === undefined) return servicePath(service.name, HIDDEN);
  const { secretNames } = service.debugger;
  const isSecret = Object.keys(taken.parameters).some((name) => secretNames.has(name));
  return servicePath(service.name, isSecret ? taken.route : maskTokens(path));
}

export function servicePath(service: string, path: string): string {
  return `/Webservice/${encodeURIComponent(service)}${path}`;
}
