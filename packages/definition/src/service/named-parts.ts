import { findHttp } from '../transport/requester-transports.js';
import { selectTarget, type HttpRequester } from '../requester-http/read-requester-http.js';
import type { WebService } from './read-web-service.js';

/** A searchable part of a definition. */
export interface NamedPart {
  readonly kind: 'route' | 'operation' | 'invoker' | 'credentials';
  /** The searched text, for example `POST /Ticket/:id`, or `https://shop.example.org/orders`. */
  readonly name: string;
  /** The operation or invoker that it belongs to; undefined if it belongs to the service. */
  readonly of?: string;
}

/** Routes, operations and their types, invokers and the addresses and accounts that they use. */
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
    ...listRequesterParts(service),
  ];
}

function listRequesterParts({ requester }: WebService): readonly NamedPart[] {
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
  // A SOAP host already contains the path.
  return `${method} ${host.endsWith(controller) ? host : host + controller}`;
}

/** The account that requests use, without its secret. */
function listAccountNames(http: HttpRequester | undefined): readonly string[] {
  if (http?.basicAuth !== undefined) return [http.basicAuth.user];
  return http?.token?.kind === 'oauth2' ? [http.token.configuration] : [];
}
