import { type Data, type JsonSchema, type ProfileName, textOf } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { urlOfHost } from '../requester-http/destinations.js';
import { requesterRestSchema } from '../requester-http/requester-rest-schema.js';
import { requesterSoapSchema } from '../provider-soap/soap-config-schema.js';
import { member, nonEmptyMap } from '../yaml/read-record.js';
import { readRequesterHttp, type HttpRequester } from '../requester-http/read-requester-http.js';
import { readSoapNames } from '../provider-soap/soap-names.js';

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
  read(config: Data | undefined, options: unknown, profile?: ProfileName): RequesterTransport;
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

export type RequesterTransport =
  | Unchanged<ReturnType<typeof readRestRequester>>
  | Unchanged<ReturnType<typeof readSoapRequester>>
  | { readonly kind: 'not-served'; readonly type: string };

/** What a transport over HTTP sends with; undefined for a transport that sends nothing. */
export function findHttp(transport: RequesterTransport | undefined): HttpRequester | undefined {
  return transport !== undefined && 'http' in transport ? transport.http : undefined;
}

/** `Requester.Transport.Config` of HTTP::REST. */
export type RestRequester = Extract<RequesterTransport, { kind: 'rest' }>['http'];

/** Its Config is empty or not a map. */
const NO_CONFIG = { kind: 'no-config' } as const;

/** Reads the Config of HTTP::REST, and the options in `Gateway.Requester`. */
function readRestRequester(config: Data | undefined, options: unknown, profile?: ProfileName) {
  if (config === undefined) return NO_CONFIG;
  const defaultCommand = textOf(config.DefaultCommand);
  const contentType = textOf(config.ContentType);
  const http = {
    ...readRequesterHttp(config, 'Host'),
    defaultCommand,
    targets: readTargets(config.InvokerControllerMapping, defaultCommand),
    usualTarget: undefined,
    /** How data is sent in a body: JSON, FORM or XML; others are not sent. */
    contentType: contentType || 'JSON',
    /** Znuny names a charset where the definition names no form. */
    namesCharset: profile === 'znuny' && contentType === '',
    /** Members of the data that are headers of the request. */
    takesHeaders: profile === 'znuny' || profile === 'contract',
    /** Sends the query of a controller also if none of its placeholders was replaced. */
    alwaysSendsQuery: member(options, 'Query') === 'always',
  };
  return { kind: 'rest', http } as const;
}

function readTargets(controllers: unknown, defaultCommand: string): HttpRequester['targets'] {
  const read = (entry: unknown) => ({
    method: (textOf(member(entry, 'Command')) || defaultCommand).toUpperCase(),
    controller: textOf(member(entry, 'Controller')),
  });
  return new Map(Object.entries(nonEmptyMap(controllers) ?? {}).map(([invoker, entry]) => [invoker, read(entry)]));
}

/** `Requester.Transport.Config` of HTTP::SOAP. */
export type SoapRequester = Extract<RequesterTransport, { kind: 'soap' }>['http'];

/** All invokers have one address. */
function readSoapRequester(config: Data = {}) {
  const targets: HttpRequester['targets'] = new Map();
  const { pathname = '', search = '' } = urlOfHost(textOf(config.Endpoint)) ?? {};
  const http = {
    ...readRequesterHttp(config, 'Endpoint'),
    ...readSoapNames(config),
    /** Of the element that is sent. */
    prefix: textOf(config.FixedNameSpacePrefix) || 'namesp1',
    /** Behind the name of the element that answers. */
    responseSuffix: textOf(config.ResponseTagSuffix),
    targets,
    usualTarget: { method: 'POST', controller: `${pathname}${search}` },
  };
  return { kind: 'soap', http } as const;
}
