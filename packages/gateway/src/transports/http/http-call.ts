import type { IncomingMessage } from 'node:http';
import {
  CREDENTIAL_HEADERS,
  CREDENTIAL_MEMBERS,
  CREDENTIAL_SOURCES,
  type CredentialSource,
  type GatewayOptions,
} from '@ticketgate/definition';
import { type Credentials, isData, isTrue } from '@ticketgate/sdk';
import { parseCookie } from 'cookie';

import type { Exchange, OperationRequest } from '../transport.js';

/** A call by HTTP: headers carry credentials, the Idempotency-Key, and what operations declare. */
export function httpCall(
  { operation, data, texts }: Pick<OperationRequest, 'operation' | 'data' | 'texts'>,
  { authentication: { accept }, cors }: GatewayOptions,
  { request, info, cookieName }: Exchange,
): OperationRequest {
  const rules = { accept, cookieName, origins: cors?.origins ?? [] };
  const readHeader = (name: string) => getHeader(request, name);
  return {
    operation,
    data,
    texts,
    idempotencyKey: readHeader('Idempotency-Key'),
    isProbe: info.method === 'HEAD',
    readCredentials: (input) => readCredentials(input, request, rules),
    findIgnoredCredentials: (input) => findIgnored(input, request, rules),
    readHeader,
  };
}

export function getHeader({ headers }: IncomingMessage, name: string): string | undefined {
  return headers[name.toLowerCase()]?.toString();
}

export interface CredentialRules {
  readonly accept: readonly CredentialSource[];
  /** Name of the host's session cookie. */
  readonly cookieName: string;
  /** Other origins whose pages may send the cookie. */
  readonly origins: readonly string[];
}

/** All API keys begin with it. */
const KEY_PREFIX = 'tg_';

type Found = { -readonly [Name in keyof Credentials]: Credentials[Name] };

/** The credentials of a request from the sources that the service accepts; headers override the data. */
export function readCredentials(data: unknown, request: IncomingMessage, rules: CredentialRules): Credentials {
  const found: Found = {};
  const { accept } = rules;
  if (isData(data)) {
    if (accept.includes('SessionID')) adopt(found, 'SessionID', data.SessionID);
    if (accept.includes('UserLogin')) adopt(found, 'UserLogin', data.UserLogin);
    if (accept.includes('CustomerUserLogin')) adopt(found, 'CustomerUserLogin', data.CustomerUserLogin);
    adopt(found, 'Password', data.Password);
  }
  if (accept.includes('Headers')) for (const [name, header] of HEADERS) override(found, name, request.headers[header]);
  if (accept.includes('ApiKey')) takeKey(found, readApiKey(request, isBlank(found)));
  if (accept.includes('Cookie') && isBlank(found)) adopt(found, 'SessionID', readCookie(request, rules));
  return found;
}

/** Sources of credentials that were sent but that the service does not accept. */
function findIgnored(data: unknown, request: IncomingMessage, rules: CredentialRules) {
  return CREDENTIAL_SOURCES.filter((source) => {
    if (rules.accept.includes(source)) return false;
    const found = readCredentials(data, request, { ...rules, accept: [source] });
    return Object.keys(found).some((name) => name !== 'Password');
  });
}

/** Header names in lower case, as in Node.js. */
const HEADERS = CREDENTIAL_MEMBERS.map((name) => [name, CREDENTIAL_HEADERS[name].toLowerCase()] as const);

function adopt(found: Found, name: keyof Credentials, value: unknown): void {
  if (isTrue(value)) found[name] = value;
}

/** A header of 0 counts as absent, but still takes precedence over the data. */
function override(found: Found, name: keyof Credentials, value: unknown): void {
  if (value === '0') Reflect.deleteProperty(found, name);
  adopt(found, name, value);
}

/**
 * The key in `X-API-Key` or, without it, in `Authorization: Bearer`. If there are other credentials, a token may be for a proxy on the way: then
 * it only counts if it looks like a key.
 */
export function readApiKey({ headers }: IncomingMessage, isAlone = true): unknown {
  const key = headers['x-api-key'];
  if (key !== undefined && key !== '') return key;
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && (isAlone || token.startsWith(KEY_PREFIX)) ? token : undefined;
}

/** Accepts any key, even one that is false in Perl: a wrong key is refused regardless of other credentials. */
function takeKey(found: Found, key: unknown): void {
  if (key !== undefined) found.ApiKey = key;
}

function isBlank(found: Found): boolean {
  return Object.keys(found).length === 0;
}

/** Reads the session cookie under conditions, because browsers also send cookies for pages of other sites (`docs/contract.md`, AU6). */
function readCookie(request: IncomingMessage, { cookieName, origins }: CredentialRules): string | undefined {
  const { cookie, origin, host } = request.headers;
  if (cookie === undefined || !/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  if (!isOwnOrigin({ origin, host }) && (origin === 'null' || !origins.includes(origin ?? ''))) return undefined;
  return parseCookie(cookie)[cookieName];
}

/** Whether a request comes from a page of the host that it is sent to, or not from a page. */
export function isOwnOrigin({ origin, host }: Pick<IncomingMessage['headers'], 'origin' | 'host'>): boolean {
  if (origin === undefined) return true;
  const [, sent] = /^https?:\/\/(.+)$/.exec(origin) ?? [];
  return sent !== undefined && sent === host;
}
