import {
  toRequestName,
  type RestTransport,
  type RouteDefinition,
  type SoapTransport,
  type WebService,
} from '@ticketgate/definition';
import { envelopeText, openEnvelope, SOAP_11 } from '@ticketgate/gateway';
import { type Data, isData, MASK, toText, parseObject } from '@ticketgate/sdk';

import { contentAt, NO_DATA, type RecordedExchange } from '../debug-log/recorded-traffic.js';
import { claimUTF8 } from '../debug-log/sent-request.js';
import {
  type ComparedRequest,
  isXml,
  readWritten,
  type RecordedAnswer,
  type WrittenRequest,
} from './compared-request.js';
import { readPerlData } from './perl-data.js';

type Exchange = Pick<RecordedExchange, 'contents'>;

/**
 * A request of the debug log, as the host or Ticketgate has recorded it, or why it cannot be sent again. What was not recorded of it, such as
 * method and address by a host under PSGI, follows from its operation and its data.
 */
export function readExchange(
  exchange: Exchange,
  webService: Pick<WebService, 'transport'> | undefined,
): ComparedRequest | string {
  if (webService?.transport.kind === 'soap') return takeSoap(exchange, webService.transport.soap);
  if (webService?.transport.kind === 'rest') return takeRest(exchange, webService.transport.rest);
  return 'The web service cannot be served.';
}

function takeSoap(exchange: Exchange, soap: SoapTransport): ComparedRequest | string {
  const recorded = recordedAnswer(exchange);
  const { body, isWhole } = receivedBody(exchange);
  // Ticketgate records the data of an envelope, a host its text.
  const isText = isXml(body) || parseObject(contentAt(exchange, BEGAN) ?? '') === undefined;
  if (isText && isWhole && body !== '') return readWritten({ ...SOAP, body: claimUTF8(body), recorded });
  return rebuilt(exchange, (operation, data) => {
    const members = { [toRequestName(operation, soap)]: data };
    return { ...SOAP, body: envelopeText(openEnvelope(SOAP_11).members(members)), recorded };
  });
}

function takeRest(exchange: Exchange, { routes = [] }: RestTransport): ComparedRequest | string {
  const recorded = recordedAnswer(exchange);
  const { method, url, length } = readRequestLine(exchange);
  const { body, isWhole } = receivedBody(exchange, length);
  if (length > 0 && body === '') return NO_BODY;
  const written = method !== '' && url !== '' && isWhole ? readWritten({ method, url, body, recorded }) : undefined;
  if (typeof written === 'object') return written;
  const again = rebuilt(exchange, (operation, data) => {
    const route = routes.find((each) => each.operation === operation);
    const request = route === undefined ? `Its operation "${operation}" has no route here.` : restRequest(data, route);
    return typeof request === 'string' ? request : { ...request, recorded };
  });
  return typeof again === 'string' ? (written ?? again) : again;
}

/** The body, and whether it was recorded as it came: long bodies are cut, and secrets are masked. */
function receivedBody(exchange: Exchange, length = 0) {
  const received = contentAt(exchange, RECEIVED) ?? '';
  // An empty object is recorded as no data, too.
  const body = received === NO_DATA ? (length > 0 ? '{}' : '') : received;
  const isCut = /\n\[(?:cut: \d+|of \d+|the other \d+) characters/.test(body);
  return { body, isWhole: !isCut && !body.includes(MASK) };
}

/** Where all requests to a service of SOAP go. */
const SOAP = { method: 'POST', url: '/Webservice/-' } as const;

const BEGAN = 'Communication sequence started';
const RECEIVED = 'Received data by provider';
const SENT = 'Returning provider data to remote system';
const NO_BODY = 'Its body was not recorded, nor an operation that took it.';

function recordedAnswer({ contents }: Exchange): RecordedAnswer | undefined {
  const { subject = '', content } = contents.findLast((point) => point.subject.startsWith(SENT)) ?? {};
  const [, status] = /\(HTTP Code: (\d+)\)/.exec(subject) ?? [];
  if (typeof content !== 'string') return undefined;
  const body = content === NO_DATA ? '' : content;
  return { ...(status === undefined ? {} : { status: Number(status) }), body };
}

/** Method, address and length of the body: in JSON of Ticketgate, or in the environment of a host. */
function readRequestLine(exchange: Exchange): Pick<WrittenRequest, 'method' | 'url'> & { readonly length: number } {
  const began = contentAt(exchange, BEGAN) ?? '';
  const environment = parseObject(began) ?? readPerlData(began);
  const headers = isData(environment) && isData(environment.Headers) ? environment.Headers : {};
  const text = (...names: readonly string[]): string => {
    const found = names.map((name) => (isData(environment) ? environment[name] : undefined));
    return found.find((value) => typeof value === 'string' && value !== '')?.toString() ?? '';
  };
  const query = text('QUERY_STRING');
  const fromPath = `${text('PATH_INFO')}${query === '' ? '' : `?${query}`}`;
  const length = Number(text('CONTENT_LENGTH') || toText(headers['content-length']));
  return { method: text('Method', 'REQUEST_METHOD'), url: text('URL', 'REQUEST_URI') || fromPath, length };
}

/** The request that an operation and its data come from. */
function rebuilt(
  exchange: Exchange,
  write: (operation: string, data: Data) => WrittenRequest | string,
): ComparedRequest | string {
  const detected = exchange.contents.find(({ subject }) => subject.startsWith('Detected operation'));
  const [, operation] = /^Detected operation '(.*)'/.exec(detected?.subject ?? '') ?? [];
  if (operation === undefined) return NO_BODY;
  const text = contentAt(exchange, 'Incoming data before mapping') ?? NO_DATA;
  const data = text === NO_DATA ? {} : (parseObject(text) ?? readPerlData(text));
  if (!isData(data)) return 'Its data were not recorded as members that can be sent again.';
  const request = write(operation, data);
  return typeof request === 'string' ? request : readWritten(request);
}

/** The family adds the method to the data of a request without a body. */
const METHOD = 'RequestMethod';

function restRequest({ [METHOD]: given, ...data }: Data, { route = '', methods }: RouteDefinition) {
  const members = new Map(Object.entries(data));
  const path = route.replace(/:([^/?]+)/g, (place, name: string) => {
    const value = members.get(name);
    if (!isWritable(value) || String(value) === '') return place;
    members.delete(name);
    return encodeURIComponent(String(value));
  });
  const missing = /:([^/?]+)/.exec(path)?.[1];
  if (missing !== undefined) return `Its route needs "${missing}", which its data do not have.`;
  const url = `/Webservice/-${path}`;
  const withBody = methods === undefined ? 'POST' : methods.find((each) => /^(?:POST|PUT|PATCH)$/.test(each));
  if (typeof given !== 'string' && withBody !== undefined)
    return { method: withBody, url, body: JSON.stringify(Object.fromEntries(members)) };
  const query = writeQuery(members);
  if (query === undefined) return 'Its data have no form in a query.';
  return { method: toText(given ?? methods?.[0]), url: `${url}${query}`, body: '' };
}

function isWritable(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Undefined if a value is neither a text nor a list of texts. */
function writeQuery(members: ReadonlyMap<string, unknown>): string | undefined {
  const pairs = [...members].flatMap(([name, value]) =>
    [value].flat().map((one: unknown) => [name, one ?? ''] as const),
  );
  const written = pairs.flatMap(([name, value]) =>
    isWritable(value) ? [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`] : [],
  );
  if (written.length < pairs.length) return undefined;
  return written.length === 0 ? '' : `?${written.join('&')}`;
}
