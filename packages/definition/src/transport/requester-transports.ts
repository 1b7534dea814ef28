import { type Data, type JsonSchema, type ProfileName, toText } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { parseHostURL } from '../requester-http/destinations.js';
import { requesterRestSchema } from '../requester-http/requester-rest-schema.js';
import { requesterSoapSchema } from '../provider-soap/soap-config-schema.js';
import { member, nonEmptyMap } from '../yaml/read-record.js';
import { readRequesterHttp, type HttpRequester } from '../requester-http/read-requester-http.js';
import { readSoapNames } from '../provider-soap/soap-names.js';

/** A type of `Requester.Transport`, which `runtime/invokers/call` implements. */
interface RequesterTransportType {
  readonly schema: JsonSchema;
  /** The key with the address of the other system. */
  readonly address: 'Host' | 'Endpoint';
  /** The keys without which nothing can be sent, each with an example. */
  readonly needed: Readonly<Record<string, string>>;
  /** The default Timeout, in seconds. */
  readonly timeout: string;
  /**
   * @param config with a Timeout; undefined if Config is missing or empty
   * @param options `Gateway.Requester`
   */
  read(config: Data | undefined, options: unknown, profile?: ProfileName): RequesterTransport;
}

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

/** Advice for messages. */
export const WRITE_REQUESTER_TRANSPORT = `Type: ${[...requesterTransports.keys()].join(' or ')}`;

export type RequesterTransport =
  | Unchanged<ReturnType<typeof readRestRequester>>
  | Unchanged<ReturnType<typeof readSoapRequester>>
  | { readonly kind: 'not-served'; readonly type: string };

/** The HTTP options of a transport; undefined if it cannot send anything. */
export function findHttp(transport: RequesterTransport | undefined): HttpRequester | undefined {
  return transport !== undefined && 'http' in transport ? transport.http : undefined;
}

export type RestRequester = Extract<RequesterTransport, { kind: 'rest' }>['http'];

const NO_CONFIG = { kind: 'no-config' } as const;

/** Reads the Config of HTTP::REST, and the options in `Gateway.Requester`. */
function readRestRequester(config: Data | undefined, options: unknown, profile?: ProfileName) {
  if (config === undefined) return NO_CONFIG;
  const defaultCommand = toText(config.DefaultCommand);
  const contentType = toText(config.ContentType);
  const http = {
    ...readRequesterHttp(config, 'Host'),
    defaultCommand,
    targets: readTargets(config.InvokerControllerMapping, defaultCommand),
    usualTarget: undefined,
    /** The form of data in a body: JSON, FORM or XML; others are not sent. */
    contentType: contentType || 'JSON',
    /** Znuny names a charset unless the definition sets a content type. */
    namesCharset: profile === 'znuny' && contentType === '',
    /** Whether members of the data can be headers of the request. */
    takesHeaders: profile === 'znuny' || profile === 'contract',
    /** Whether the query of a controller is sent even if none of its placeholders was replaced. */
    alwaysSendsQuery: member(options, 'Query') === 'always',
  };
  return { kind: 'rest', http } as const;
}

function readTargets(controllers: unknown, defaultCommand: string): HttpRequester['targets'] {
  const read = (entry: unknown) => ({
    method: (toText(member(entry, 'Command')) || defaultCommand).toUpperCase(),
    controller: toText(member(entry, 'Controller')),
  });
  return new Map(Object.entries(nonEmptyMap(controllers) ?? {}).map(([invoker, entry]) => [invoker, read(entry)]));
}

export type SoapRequester = Extract<RequesterTransport, { kind: 'soap' }>['http'];

/** All invokers have the same address. */
function readSoapRequester(config: Data = {}) {
  const targets: HttpRequester['targets'] = new Map();
  const { pathname = '', search = '' } = parseHostURL(toText(config.Endpoint)) ?? {};
  const http = {
    ...readRequesterHttp(config, 'Endpoint'),
    ...readSoapNames(config),
    /** The namespace prefix of the request's element. */
    prefix: toText(config.FixedNameSpacePrefix) || 'namesp1',
    /** Appended to the name of the response's element. */
    responseSuffix: toText(config.ResponseTagSuffix),
    targets,
    usualTarget: { method: 'POST', controller: `${pathname}${search}` },
  };
  return { kind: 'soap', http } as const;
}
