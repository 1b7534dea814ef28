import type { Data, JsonSchema } from '@ticketgate/sdk';

import { readRest } from './reading/read-rest.js';
import { readSoap } from './reading/read-soap.js';
import { restConfigSchema } from './schema/rest-config-schema.js';
import { soapConfigSchema } from './schema/soap-config-schema.js';
import type { TransportDefinition } from './web-service.js';

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
