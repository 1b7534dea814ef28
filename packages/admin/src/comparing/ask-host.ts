import { DestinationRefused, type Destinations } from '@ticketgate/definition';
import { Connections, sendRequest } from '@ticketgate/runtime/invokers/call';

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
