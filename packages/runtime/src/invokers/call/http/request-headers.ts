import { createHmac } from 'node:crypto';
import { isHeaderSent, type HttpRequester } from '@ticketgate/definition';
import { toText, type Data } from '@ticketgate/sdk';

import { basic, decoded } from '../../../fetching/basic-credentials.js';
import { StreamedBody, type OutgoingBody } from '../streamed-texts.js';

export interface RequestHeaders {
  /** Names and values by lower-case name. */
  readonly headers: ReadonlyMap<string, readonly [name: string, value: string]>;
  /** Names of headers in the definition that are not sent. */
  readonly refused: readonly string[];
}

interface HeaderParts {
  readonly invoker: string;
  readonly userAgent: string;
  readonly contentType: string;
  /** Headers that the data has instead of these; undefined: none. */
  readonly replacing?: Data | undefined;
  /** Headers that the data adds to these. */
  readonly added?: Data | undefined;
}

/** The headers of an invoker's requests. `AdditionalHeaders`, or otherwise `OutboundHeaders`, override the headers of all requests. */
export function requestHeaders(http: HttpRequester, parts: HeaderParts): RequestHeaders {
  const { invoker, userAgent, contentType, replacing, added } = parts;
  const headers = new Map<string, readonly [string, string]>();
  const refused: string[] = [];
  const set = (name: string, value: string) => headers.set(name.toLowerCase(), [name, value]);
  const credentials = replacing === undefined ? findCredentials(http) : undefined;
  if (replacing === undefined) set('Content-Type', contentType);
  set('User-Agent', userAgent);
  if (credentials !== undefined) set('Authorization', basic(credentials));
  for (const [name, value] of Object.entries({ ...(replacing ?? ownHeaders(http, invoker)), ...added })) {
    if (value === null) continue;
    if (isHeaderSent(name)) set(name, toText(value));
    else refused.push(name);
  }
  return { headers, refused };
}

function ownHeaders({ additionalHeaders, outboundHeaders }: HttpRequester, invoker: string): Data {
  if (Object.keys(additionalHeaders).length > 0) return additionalHeaders;
  return { ...outboundHeaders.common, ...outboundHeaders.specific[invoker] };
}

function findCredentials({ basicAuth, token, host }: HttpRequester): HttpRequester['basicAuth'] {
  return basicAuth ?? (token === undefined ? readUserInfo(host) : undefined);
}

/** The user and the password in a URL, decoded. */
export function readUserInfo(host: string): HttpRequester['basicAuth'] {
  const [, user, password] = /^(?:https?:\/\/)?([^/@:]*):([^/@]*)@/i.exec(host) ?? [];
  if (user === undefined || password === undefined) return undefined;
  return { user: decoded(user), password: decoded(password) };
}

interface Signing {
  readonly key: Buffer;
  /** The same for each attempt. */
  readonly id: string;
  readonly now: Date;
}

/** Signs a body according to the Standard Webhooks specification: https://www.standardwebhooks.com */
export async function signatureHeaders(
  body: OutgoingBody,
  { key, id, now }: Signing,
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`);
  for await (const piece of body instanceof StreamedBody ? body : [body]) hmac.update(piece);
  const signature = hmac.digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
