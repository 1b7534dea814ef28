import { DestinationRefused, type Destinations } from '@ticketgate/definition';
import { Connections, sendRequest } from '@ticketgate/runtime/invokers/call';
import { type Data, isData, MASK } from '@ticketgate/sdk';

import { contentAt, NO_DATA, type RecordedExchange } from '../debug-log/recorded-traffic.js';

export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** A request that two systems answer. */
export interface ComparedRequest {
  readonly method: (typeof REQUEST_METHODS)[number];
  /** Below the web service, with its query, without credentials. */
  readonly path: string;
  /** Without credentials; `''` for none. */
  readonly body: string;
  readonly recorded?: RecordedAnswer | undefined;
}

/** What was answered when a request was recorded. */
export interface RecordedAnswer {
  readonly status?: number;
  readonly body: string;
}

/** Names of credentials in the family's requests. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'UserLogin',
  'CustomerUserLogin',
  'Password',
  'SessionID',
  'AccessToken',
]);
/** The web service and what follows it in addresses of the family. */
const ADDRESS = /\/Webservice(?:ID)?\/([^/?#]+)([^?#]*)(\?[^#]*)?(?:#.*)?$/s;

/** A request as a log or a file has it. */
export interface WrittenRequest {
  readonly method: string;
  /** With or without scheme and host. */
  readonly url: string;
  readonly body: string;
  readonly recorded?: RecordedAnswer | undefined;
}

/** The web service of an address, by its name or its id, also of one within other text. */
export function serviceOf(text: string): string | undefined {
  const name = /\/Webservice(?:ID)?\/([^/?#\s'"^\\]+)/.exec(text)?.[1];
  return name === undefined ? undefined : decoded(name);
}

/** The request without its credentials, or why it cannot be sent again. */
export function readWritten({ method, url, body, recorded }: WrittenRequest): ComparedRequest | string {
  const [, service, path = '', query = ''] = ADDRESS.exec(url) ?? [];
  if (service === undefined) return 'Its address has no /Webservice/ with the name of a web service.';
  const parameters = query
    .slice(1)
    .split('&')
    .filter((each) => each !== '' && !isCredential(each.split('=')[0]));
  const known = REQUEST_METHODS.find((each) => each === method.toUpperCase());
  if (known === undefined) return `The method "${method}" is not sent.`;
  const request = {
    method: known,
    path: encoded(parameters.length === 0 ? path : `${path}?${parameters.join('&')}`),
    body: withoutCredentials(body),
    recorded,
  };
  const isMasked = decoded(request.path).includes(MASK) || request.body.includes(MASK);
  return isMasked ? 'A secret in it was masked when it was recorded.' : request;
}

/** Percent-encodes what an address cannot have. */
function encoded(path: string): string {
  const encode = (byte: number) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  return path.replace(/[^!-~]+/g, (part) => [...Buffer.from(part)].map(encode).join(''));
}

function isCredential(name = ''): boolean {
  return CREDENTIALS.has(decoded(name.replaceAll('+', ' ')));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutCredentials(body: string): string {
  const data = objectIn(body);
  if (data === undefined) return body;
  const left = Object.entries(data).filter(([name]) => !CREDENTIALS.has(name));
  if (left.length === Object.keys(data).length) return body;
  return left.length === 0 ? '' : JSON.stringify(Object.fromEntries(left));
}

/** The object in a body of JSON. */
export function objectIn(body: string): Data | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return isData(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A request of the debug log, as the host or Ticketgate has recorded it, or why it cannot be sent again. */
export function readExchange(exchange: Pick<RecordedExchange, 'contents'>): ComparedRequest | string {
  const began = contentAt(exchange, 'Communication sequence started') ?? '';
  const { method, url } = objectIn(began) === undefined ? hostLine(began) : ourLine(objectIn(began) ?? {});
  if (method === '' || url === '')
    return 'Its method and address were not recorded. DebugThreshold: debug records them.';
  const body = contentAt(exchange, 'Received data by provider') ?? '';
  if (/\n\[cut: \d+ characters came/.test(body))
    return 'Its body was cut when it was recorded (debugLog.maxTextLength).';
  return readWritten({ method, url, body: body === NO_DATA ? '' : body, recorded: recordedAnswer(exchange) });
}

function recordedAnswer({ contents }: Pick<RecordedExchange, 'contents'>): RecordedAnswer | undefined {
  const { subject = '', content } = contents.findLast((point) => point.subject.startsWith(SENT)) ?? {};
  const [, status] = /\(HTTP Code: (\d+)\)/.exec(subject) ?? [];
  if (typeof content !== 'string') return undefined;
  return { ...(status === undefined ? {} : { status: Number(status) }), body: content };
}

const SENT = 'Returning provider data to remote system';

type RequestLine = Pick<WrittenRequest, 'method' | 'url'>;

function ourLine({ Method, URL }: Data): RequestLine {
  return { method: typeof Method === 'string' ? Method : '', url: typeof URL === 'string' ? URL : '' };
}

/** The host records its environment as Perl writes data: `'REQUEST_METHOD' => 'GET',`. */
function hostLine(dump: string): RequestLine {
  const members = [...dump.matchAll(/^\s*'(\w+)' => '((?:[^'\\]|\\.)*)'/gm)];
  const environment = new Map(members.map(([, name = '', text = '']) => [name, text.replace(/\\(['\\])/g, '$1')]));
  const query = environment.get('QUERY_STRING') ?? '';
  const fromPath = `${environment.get('PATH_INFO') ?? ''}${query === '' ? '' : `?${query}`}`;
  return { method: environment.get('REQUEST_METHOD') ?? '', url: environment.get('REQUEST_URI') ?? fromPath };
}

/** The other system. */
export interface ComparedHost {
  /** Up to and with `nph-genericinterface.pl`. */
  readonly url: string;
  readonly login: string;
  readonly password: string;
  /** Where it may be: names are checked when they are looked up. */
  readonly within: Destinations;
}

export interface HostAnswer {
  readonly status: number;
  readonly body: string;
}

/** As of requesters, with a connection and a time of its own. */
const HTTP = { timeout: '60', tls: undefined, proxy: undefined };
/** Answers are read one after the other, and not parsed while they arrive. */
const ANSWERS = { reserve: () => Promise.resolve() };
const TEXT = { add: () => undefined, finish: () => undefined };
const NO_HEADERS: ReadonlyMap<string, readonly [string, string]> = new Map();
const JSON_HEADERS = new Map([['content-type', ['Content-Type', 'application/json'] as const]]);

/**
 * Sends a request that only reads, with the credentials: in the body where it has one, otherwise in the query, as the family takes them.
 * Redirects are not followed. Returns the reason if there is no answer.
 */
export async function askHost(
  { url, login, password, within }: ComparedHost,
  service: string,
  request: ComparedRequest,
): Promise<HostAnswer | string> {
  const { path, body } = authorized(request, { UserLogin: login, Password: password });
  const address = new URL(`${url.replace(/\/$/, '')}/Webservice/${encodeURIComponent(service)}${path}`);
  const connections = new Connections(within);
  const { signal } = new AbortController();
  try {
    const answer = await sendRequest(
      {
        origin: address.origin,
        path: `${address.pathname}${address.search}`,
        method: request.method,
        headers: body === '' ? NO_HEADERS : JSON_HEADERS,
        body: body === '' ? undefined : Buffer.from(body),
      },
      { connections, http: HTTP, answers: ANSWERS, begin: () => TEXT, signal },
    );
    if (answer instanceof DestinationRefused) return notAnswered(answer.message);
    const { status, body: bytes, failure } = answer;
    return failure === undefined ? { status, body: bytes.toString('utf8') } : notAnswered(failure);
  } finally {
    await connections.close();
  }
}

function notAnswered(reason: string): string {
  return `The host has not answered: ${reason.replace(/\.$/, '')}.`;
}

function authorized(
  { method, path, body }: ComparedRequest,
  credentials: Readonly<Record<string, string>>,
): Pick<ComparedRequest, 'path' | 'body'> {
  const hasBody = !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method);
  const data = objectIn(body === '' ? '{}' : body);
  if (hasBody && data !== undefined) return { path, body: JSON.stringify({ ...data, ...credentials }) };
  const query = new URLSearchParams(credentials).toString();
  return { path: `${path}${path.includes('?') ? '&' : '?'}${query}`, body: hasBody ? body : '' };
}
