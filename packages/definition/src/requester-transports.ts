import type { Data, JsonSchema } from '@ticketgate/sdk';

import { readRestRequester } from './reading/read-requester-rest.js';
import { readSoapRequester } from './reading/read-soap.js';
import type { RequesterTransport } from './requester-definition.js';
import { requesterRestSchema } from './schema/requester-rest-schema.js';
import { requesterSoapSchema } from './schema/soap-config-schema.js';

/** A type of `Requester.Transport`. `runtime/invokers/call` has a transport for each. */
export interface RequesterTransportType {
  /** The keys of its Config. */
  readonly schema: JsonSchema;
  /** The key with the address of the other system. */
  readonly address: 'Host' | 'Endpoint';
  /** The keys without which nothing can be sent, each with an example. */
  readonly needed: Readonly<Record<string, string>>;
  /** The Timeout of a definition without one, in seconds. */
  readonly timeout: string;
  /**
   * @param config with a Timeout; undefined without a Config, or with an empty one
   * @param options `Gateway.Requester`
   */
  read(config: Data | undefined, options: unknown): RequesterTransport;
}

/** The transports of requesters that are served, by type. */
export const requesterTransports: ReadonlyMap<string, RequesterTransportType> = new Map<string, RequesterTransportType>(
  [
    [
      'HTTP::REST',
      {
        schema: requesterRestSchema,
        address: 'Host',
        needed: { Host: 'https://example.org', DefaultCommand: 'POST', Timeout: '30' },
        timeout: '300',
        read: readRestRequester,
      },
    ],
    [
      'HTTP::SOAP',
      {
        schema: requesterSoapSchema,
        address: 'Endpoint',
        needed: { Endpoint: 'https://example.org/soap', NameSpace: 'urn:example:tickets' },
        timeout: '60',
        read: readSoapRequester,
      },
    ],
  ],
);

/** For messages: what to write. */
export const WRITE_REQUESTER_TRANSPORT = `Type: ${[...requesterTransports.keys()].join(' or ')}`;
