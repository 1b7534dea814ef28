import type { Data, JsonSchema } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { restConfigSchema } from '../provider-rest/rest-config-schema.js';
import { soapConfigSchema } from '../provider-soap/soap-config-schema.js';
import { readHttp } from './read-http-options.js';
import { readRest } from '../provider-rest/read-rest.js';
import { readSoapNames } from '../provider-soap/soap-names.js';

/** A type of `Provider.Transport`, which the gateway implements. */
interface ProviderTransport {
  /** The keys of its Config; rules check their meaning. */
  readonly schema: JsonSchema;
  /** @param config undefined if Config is missing or empty */
  read(config: Data | undefined): TransportDefinition;
}

/** The supported transports, by type. */
export const providerTransports: ReadonlyMap<string, ProviderTransport> = new Map<string, ProviderTransport>([
  ['HTTP::REST', { schema: restConfigSchema, read: readRest }],
  ['HTTP::SOAP', { schema: soapConfigSchema, read: readSoap }],
]);

export const PROVIDER_TRANSPORTS: readonly string[] = [...providerTransports.keys()];

/** Advice for messages. */
export const WRITE_TRANSPORT = `Type: ${PROVIDER_TRANSPORTS.join(' or ')}`;

export type TransportDefinition =
  | Unchanged<ReturnType<typeof readRest>>
  | Unchanged<ReturnType<typeof readSoap>>
  /** Missing, empty, or an unsupported type: requests are answered with an empty 500. */
  | { readonly kind: 'not-served'; readonly type: string };

export type SoapTransport = Extract<TransportDefinition, { kind: 'soap' }>['soap'];

function readSoap(config: unknown) {
  return { kind: 'soap', soap: { ...readHttp(config), ...readSoapNames(config) } } as const;
}

export type RestTransport = Extract<TransportDefinition, { kind: 'rest' }>['rest'];
