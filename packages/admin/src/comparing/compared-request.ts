import { REST_COMMANDS } from '@ticketgate/definition';
import { decoded } from '@ticketgate/runtime';
import { MASK, parseObject } from '@ticketgate/sdk';
import { omit } from '@ticketgate/sdk/schema';

/** A request that two systems answer. */
export interface ComparedRequest {
  readonly method: (typeof REST_COMMANDS)[number];
  /** Below the web service, with its query, without credentials. */
  readonly path: string;
  /** JSON, XML, or whatever it was, without credentials; `''` for none. */
  readonly body: string;
  /** Whether the body had credentials. */
  readonly hadCredentials?: boolean;
  readonly recorded?: RecordedAnswer | undefined;
}

/** What was answered when a request was recorded. */
export interface RecordedAnswer {
  readonly status?: number;
  readonly body: string;
}

/** Names of credentials in the family's requests. */
const CREDENTIALS: readonly string[] = ['UserLogin', 'CustomerUserLogin', 'Password', 'SessionID', 'AccessToken'];
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

/** The web service of an address, by its name or its id, even within other text. */
export function pickName(text: string): string | undefined {
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
    .filter((each) => each !== '' && !CREDENTIALS.includes(decoded(each.replace(/=.*/s, '').replaceAll('+', ' '))));
  const known = REST_COMMANDS.find((each) => each === method);
  if (known === undefined) return `The method "${method}" is not sent.`;
  const request = {
    method: known,
    path: encoded(parameters.length === 0 ? path : `${path}?${parameters.join('&')}`),
    ...dropCredentials(body),
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

/** Elements of XML with credentials. */
const ELEMENT = new RegExp(
  String.raw`<((?:[\w.-]+:)?(?:${CREDENTIALS.join('|')}))(?:\s[^<>]*)?(?:/>|>(?:[^<]|<!\[CDATA\[.*?\]\]>)*</\1\s*>)`,
  'gs',
);

function dropCredentials(body: string): Pick<ComparedRequest, 'body' | 'hadCredentials'> {
  if (isXml(body)) return { body: body.replace(ELEMENT, ''), hadCredentials: body.search(ELEMENT) >= 0 };
  const data = parseObject(body) ?? {};
  const left = omit(data, CREDENTIALS);
  const hadCredentials = Object.keys(left).length < Object.keys(data).length;
  return { body: hadCredentials ? JSON.stringify(left) : body, hadCredentials };
}

export function isXml(body: string): boolean {
  return /^\s*</.test(body);
}

/** The element of the operation in an envelope: all before its content, its name, and whether it is empty. */
const OPERATION = /^(.*?<(?:[\w.-]+:)?Body\b[^<>]*>(?:\s|<!--.*?-->)*<([^\s/<>!?]+)(?:\s[^<>]*?)?)(\/?)>/s;

/** With credentials: in the body where it has data, otherwise in the query, as the family takes them. */
export function withCredentials(
  { method, path, body, hadCredentials = false }: ComparedRequest,
  credentials: Readonly<Record<string, string>>,
): Pick<ComparedRequest, 'path' | 'body'> {
  const hasBody = !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method);
  if (hasBody && isXml(body)) return { path, body: body.replace(OPERATION, (...parts) => opened(parts, credentials)) };
  const data = parseObject(body);
  // An empty object is another request than one with credentials.
  if (hasBody && data !== undefined && (hadCredentials || Object.keys(data).length > 0))
    return { path, body: JSON.stringify({ ...data, ...credentials }) };
  const query = new URLSearchParams(credentials).toString();
  return { path: `${path}${path.includes('?') ? '&' : '?'}${query}`, body: hasBody ? body : '' };
}

function opened([, before, name, slash]: readonly unknown[], credentials: Readonly<Record<string, string>>): string {
  const escape = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
  const elements = Object.entries(credentials).map(([key, text]) => `<${key}>${escape(text)}</${key}>`);
  return `${String(before)}>${elements.join('')}${slash === '/' ? `</${String(name)}>` : ''}`;
}

/** By what the body is, as its client has sent it or would have. */
export function guessContentType(body: string): string | undefined {
  if (body === '') return undefined;
  if (!isXml(body)) return 'application/json';
  const isNewer = body.includes('http://www.w3.org/2003/05/soap-envelope');
  return `${isNewer ? 'application/soap+xml' : 'text/xml'}; charset=utf-8`;
}
