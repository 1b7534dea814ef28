import type { Data, JsonSchema } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { restConfigSchema } from '../provider-rest/rest-config-schema.js';
import { soapConfigSchema } from '../provider-soap/soap-config-schema.js';
import { readHttp } from './read-http-options.js';
import { readRest } from '../provider-rest/read-rest.js';
import { readSoapNames } from '../provider-soap/soap-names.js';

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
