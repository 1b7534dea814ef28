import { findHttp } from '../transport/requester-transports.js';
import { selectTarget, type HttpRequester } from '../requester-http/read-requester-http.js';
import type { WebService } from './read-web-service.js';

/** A part of a definition that somebody may look for. */
export interface NamedPart {
  readonly kind: 'route' | 'operation' | 'invoker' | 'credentials';
  /** What it is looked for by: for example `POST /Ticket/:id`, or `https://shop.example.org/orders`. */
  readonly name: string;
  /** The operation or invoker that it belongs to; undefined for what belongs to the service. */
  readonly of?: string;
}

/** Routes, operations and their types, invokers and where they call, and the accounts that they use there. */
export function namedParts(service: WebService): readonly NamedPart[] {
  const { operations, transport } = service;
  const routes = transport.kind === 'rest' ? (transport.rest.routes ?? []) : [];
  return [
    ...routes.map(({ operation, route = '', methods = ['ANY'] }): NamedPart => {
      return { kind: 'route', name: `${methods.join(', ')} ${route}`, of: operation };
    }),
    ...[...operations.values()].map(({ name, type }): NamedPart => {
      return { kind: 'operation', name: `${name} (${type})`, of: name };
    }),
    ...partsOfRequester(service),
  ];
}

function partsOfRequester({ requester }: WebService): readonly NamedPart[] {
  if (requester === undefined) return [];
  const http = findHttp(requester.transport);
  const parts = [...requester.invokers.values()].map(({ name, type }): NamedPart => {
    return { kind: 'invoker', name: `${name} (${type}) ${http === undefined ? '' : toTarget(name, http)}`, of: name };
  });
  return [...parts, ...listAccountNames(http).map((name): NamedPart => ({ kind: 'credentials', name }))];
}

function toTarget(invoker: string, http: HttpRequester): string {
  const { method = '', controller = '' } = selectTarget(http, invoker) ?? {};
  const host = http.host.replace(/^(https?:\/\/)?[^/@]*@/, '$1');
  // That of SOAP has its path in the address.
  return `${method} ${host.endsWith(controller) ? host : host + controller}`;
}

/** What the requests sign in with, without its secret. */
function listAccountNames(http: HttpRequester | undefined): readonly string[] {
  if (http?.basicAuth !== undefined) return [http.basicAuth.user];
  return http?.token?.kind === 'oauth2' ? [http.token.configuration] : [];
}
