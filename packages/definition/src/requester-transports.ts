import { type Data, type JsonSchema, textOf } from '@ticketgate/sdk';

import { readSoapRequester } from './reading/read-soap.js';
import type { RequesterTransport, InvokerTarget } from './requester-definition.js';
import { requesterRestSchema } from './schema/requester-rest-schema.js';
import { requesterSoapSchema } from './schema/soap-config-schema.js';
import { member, nonEmptyMap } from './reading/read-record.js';
import { readRequesterHttp } from './reading/read-requester-http.js';

/** A type of `Requester.Transport`. `runtime/invokers/call` has a transport for each. */
interface RequesterTransportType {
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

/** Reads `Requester.Transport.Config` of HTTP::REST, and what `Gateway.Requester` says of it. */
function readRestRequester(config: Data | undefined, options: unknown): RequesterTransport {
  if (config === undefined) return { kind: 'no-config' };
  const defaultCommand = textOf(config.DefaultCommand);
  const http = {
    ...readRequesterHttp(config, 'Host'),
    defaultCommand,
    targets: readTargets(config.InvokerControllerMapping, defaultCommand),
    usualTarget: undefined,
    contentType: textOf(config.ContentType) || 'JSON',
    alwaysSendsQuery: member(options, 'Query') === 'always',
  };
  return { kind: 'rest', http };
}

function readTargets(controllers: unknown, defaultCommand: string): ReadonlyMap<string, InvokerTarget> {
  const read = (entry: unknown) => ({
    method: (textOf(member(entry, 'Command')) || defaultCommand).toUpperCase(),
    controller: textOf(member(entry, 'Controller')),
  });
  return new Map(Object.entries(nonEmptyMap(controllers) ?? {}).map(([invoker, entry]) => [invoker, read(entry)]));
}
