import { isTrue, textOf } from '@ticketgate/sdk';

import type { RestTransport, RouteDefinition, TransportDefinition } from '../web-service.js';
import { member, nonEmptyMap, textRecord } from './read-record.js';

/** Reads `Provider.Transport` (`docs/compatibility.md`). */
export function readTransport(transport: unknown): TransportDefinition {
  const type = textOf(member(transport, 'Type'));
  if (type !== 'HTTP::REST') return { kind: 'not-served', type };
  const config = nonEmptyMap(member(transport, 'Config'));
  return config === undefined ? { kind: 'no-config' } : { kind: 'rest', rest: readRest(config) };
}

function readRest(config: unknown): RestTransport {
  return {
    closesConnections: isOff(member(config, 'KeepAlive')),
    maxLength: readMaxLength(member(config, 'MaxLength')),
    routes: readRoutes(member(config, 'RouteOperationMapping')),
    additionalHeaders: textRecord(member(config, 'AdditionalHeaders')),
    outboundHeaders: readOutboundHeaders(member(config, 'OutboundHeaders'), textRecord),
  };
}

/** Headers of all operations or invokers, and of some. */
export function readOutboundHeaders<Headers>(headers: unknown, read: (own: unknown) => Headers) {
  const specific = Object.entries(nonEmptyMap(member(headers, 'Specific')) ?? {});
  return {
    common: read(member(headers, 'Common')),
    specific: Object.fromEntries(specific.map(([name, own]) => [name, read(own)])),
  };
}

function isOff(keepAlive: unknown): boolean {
  return keepAlive !== undefined && keepAlive !== null && !isTrue(keepAlive);
}

/** Bytes; anything but an integer literal sets no limit. */
export function readMaxLength(value: unknown): number | undefined {
  const text = textOf(value);
  return /^-?(?:0|[1-9]\d*)$/.test(text) ? Number(text) : undefined;
}

function readRoutes(routes: unknown): readonly RouteDefinition[] | undefined {
  const map = nonEmptyMap(routes);
  return (
    map &&
    Object.keys(map)
      .sort(byBytes)
      .flatMap((operation) => readRoute(operation, map[operation]))
  );
}

function readRoute(operation: string, entry: unknown): readonly RouteDefinition[] {
  if (nonEmptyMap(entry) === undefined) return [];
  const route = member(entry, 'Route');
  const methods = member(entry, 'RequestMethod');
  return [
    {
      operation,
      route: isTrue(route) ? textOf(route) : undefined,
      methods: Array.isArray(methods) && methods.length > 0 ? methods.map(textOf) : undefined,
    },
  ];
}

/** The order of matching: that of the UTF-8 bytes, upper case before lower case. */
export function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
