import type { Destinations } from '@ticketgate/definition';
import { Connections } from '@ticketgate/runtime/invoking';

import { objectIn, type ComparedRequest } from './compared-request.js';

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

/** Milliseconds of a request. */
const TIMEOUT = 60_000;
/** Most bytes of an answer. */
const MOST_BYTES = 10_000_000;

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
  try {
    const dispatcher = await connections.for({ tls: undefined, proxy: undefined }, address.origin);
    const answer = await dispatcher.request({
      origin: address.origin,
      path: `${address.pathname}${address.search}`,
      method: request.method,
      signal: AbortSignal.timeout(TIMEOUT),
      ...(body !== '' && { body, headers: { 'Content-Type': 'application/json' } }),
    });
    return { status: answer.statusCode, body: await readBody(answer.body) };
  } catch (cause) {
    return `The host has not answered: ${reasonOf(cause)}`;
  } finally {
    await connections.close();
  }
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

/** Several addresses of a name have a reason each. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.map(reasonOf).join(' ');
  const reason = cause instanceof Error ? cause.message : String(cause);
  return reason.endsWith('.') ? reason : `${reason}.`;
}

async function readBody(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    parts.push(part);
    length += part.length;
    if (length > MOST_BYTES) throw new Error(`the answer has more than ${MOST_BYTES} bytes`);
  }
  return Buffer.concat(parts, length).toString('utf8');
}
