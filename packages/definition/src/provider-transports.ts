import { type Data, type JsonSchema, isTrue, textOf } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { restConfigSchema } from './schema/rest-config-schema.js';
import { soapConfigSchema } from './schema/soap-config-schema.js';
import { readHttp } from './reading/read-http-options.js';
import { member, nonEmptyMap } from './reading/read-record.js';
import { readSoapNames } from './soap-names.js';

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

export type TransportDefinition =
  | Unchanged<ReturnType<typeof readRest>>
  | Unchanged<ReturnType<typeof readSoap>>
  /** Missing, empty, or a type that is not served: a bare 500. */
  | { readonly kind: 'not-served'; readonly type: string };

/** `Provider.Transport` of type HTTP::SOAP. */
export type SoapTransport = Extract<TransportDefinition, { kind: 'soap' }>['soap'];

function readSoap(config: unknown) {
  return { kind: 'soap', soap: { ...readHttp(config), ...readSoapNames(config) } } as const;
}

/** `Provider.Transport` of type HTTP::REST. */
export type RestTransport = Extract<TransportDefinition, { kind: 'rest' }>['rest'];

/** A Config that is empty or not a map: `Rest Transport: Have no Config`. */
function readRest(config: unknown) {
  if (config === undefined) return { kind: 'no-config' } as const;
  const routes = readRoutes(member(config, 'RouteOperationMapping'));
  return { kind: 'rest', rest: { ...readHttp(config), routes } } as const;
}

/** In byte order of the operation names, which is the order of matching. Undefined: no or empty RouteOperationMapping. */
function readRoutes(routes: unknown): readonly RouteDefinition[] | undefined {
  const map = nonEmptyMap(routes);
  return (
    map &&
    Object.keys(map)
      .sort(byBytes)
      .flatMap((operation) => readRoute(operation, map[operation]))
  );
}

/** An entry of `RouteOperationMapping`; its operation may be missing from `Provider.Operation`. */
export type RouteDefinition = Unchanged<ReturnType<typeof readRoute>[number]>;

function readRoute(operation: string, entry: unknown) {
  if (nonEmptyMap(entry) === undefined) return [];
  const route = member(entry, 'Route');
  const methods = member(entry, 'RequestMethod');
  return [
    {
      operation,
      /** As written; undefined when absent: then it never matches. */
      route: isTrue(route) ? textOf(route) : undefined,
      /** Undefined accepts every method. */
      methods: Array.isArray(methods) && methods.length > 0 ? methods.map(textOf) : undefined,
    },
  ];
}

/** The order of matching: that of the UTF-8 bytes, upper case before lower case. */
export function byBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}
