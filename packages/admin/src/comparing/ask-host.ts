import { DestinationRefused, type Destinations } from '@ticketgate/definition';
import { Connections, sendRequest } from '@ticketgate/runtime/invokers/call';
import { createError } from '@ticketgate/sdk';

import { type ComparedRequest, contentTypeOf, withCredentials } from './compared-request.js';

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
  /** By name, in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Nothing can be compared with such a host, so no request is tried after this. */
export const HostUnusable = createError<{ url: string; reason: string }>(
  'Admin.HostUnusable',
  ({ url, reason }) => `Nothing can be compared with ${url}: ${reason}`,
  'Invalid',
);

/** As of requesters, with a connection and a time of its own. */
const HTTP = { timeout: '60', tls: undefined, proxy: undefined };
/** Answers are read one after the other, and not parsed while they arrive. */
const ANSWERS = { reserve: () => Promise.resolve() };
const TEXT = { add: () => undefined, finish: () => undefined };

/**
 * Sends a request that only reads, with the credentials. Redirects are not followed. Returns why there is no answer, if so.
 *
 * @throws OperationError `Admin.HostUnusable` where there is no connection
 */
export async function askHost(
  { url, login, password, within }: ComparedHost,
  service: string,
  request: ComparedRequest,
): Promise<HostAnswer | string> {
  const { path, body } = withCredentials(request, { UserLogin: login, Password: password });
  const address = new URL(`${url.replace(/\/$/, '')}/Webservice/${encodeURIComponent(service)}${path}`);
  const type = contentTypeOf(body);
  const connections = new Connections(within);
  const { signal } = new AbortController();
  try {
    const answer = await sendRequest(
      {
        origin: address.origin,
        path: `${address.pathname}${address.search}`,
        method: request.method,
        headers: new Map(type === undefined ? [] : [['content-type', ['Content-Type', type] as const]]),
        body: body === '' ? undefined : Buffer.from(body),
      },
      { connections, http: HTTP, answers: ANSWERS, begin: () => TEXT, signal },
    );
    if (answer instanceof DestinationRefused) throw new HostUnusable({ url, reason: answer.message });
    const { status, body: bytes, headers = {}, failure } = answer;
    if (failure === undefined) return { status, body: bytes.toString('utf8'), headers };
    if (answer.headers === undefined)
      throw new HostUnusable({ url, reason: `${failure.replace(/^Error: |\.$/g, '')}.` });
    return `The host has not answered completely: ${failure.replace(/\.$/, '')}.`;
  } finally {
    await connections.close();
  }
}
