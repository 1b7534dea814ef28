import { type Data, type JsonSchema, isTrue, textOf } from '@ticketgate/sdk';

import { readSoap } from './reading/read-soap.js';
import { restConfigSchema } from './schema/rest-config-schema.js';
import { soapConfigSchema } from './schema/soap-config-schema.js';
import type { TransportDefinition, RouteDefinition } from './web-service.js';
import { readHttp } from './reading/read-http-options.js';
import { member, nonEmptyMap } from './reading/read-record.js';

/** A type of `Provider.Transport`. The gateway has a transport for each. */
interface ProviderTransport {
  /** The keys of its Config; rules check what they mean. */
  readonly schema: JsonSchema;
  /** @param config undefined without a Config, or with an empty one */
  read(config: Data | undefined): TransportDefinition;
}

/** The transports that are served, by type. */
export const providerTransports: ReadonlyMap<string, ProviderTransport> = new Map<string, ProviderTransport>([
  ['HTTP::REST', { schema: restConfigSchema, read: readRest }],
  ['HTTP::SOAP', { schema: soapConfigSchema, read: readSoap }],
]);

export const PROVIDER_TRANSPORTS: readonly string[] = [...providerTransports.keys()];

/** For messages: what to write. */
export const WRITE_TRANSPORT = `Type: ${PROVIDER_TRANSPORTS.join(' or ')}`;

/** Reads `Provider.Transport.Config` of HTTP::REST. */
function readRest(config: unknown): TransportDefinition {
  if (config === undefined) return { kind: 'no-config' };
  return { kind: 'rest', rest: { ...readHttp(config), routes: readRoutes(member(config, 'RouteOperationMapping')) } };
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
