import { Destinations } from '@ticketgate/definition';
import { exchange, IncompleteAnswer } from '@ticketgate/runtime';
import { createError, explainError } from '@ticketgate/sdk';

import { type ComparedRequest, guessContentType, withCredentials } from './compared-request.js';

/** The other system. */
export interface ComparedHost {
  /** Up to and with `nph-genericinterface.pl`. */
  readonly url: string;
  readonly login: string;
  readonly password: string;
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

const MOST_BYTES = 10_000_000;
const MILLISECONDS = 60_000;

/**
 * Sends a request that only reads, with the credentials. Redirects are not followed. Returns the reason if there is no answer.
 *
 * @throws OperationError `Admin.HostUnusable` if there is no connection
 */
export async function askHost(
  { url, login, password }: ComparedHost,
  service: string,
  request: ComparedRequest,
): Promise<HostAnswer | string> {
  const { path, body } = withCredentials(request, { UserLogin: login, Password: password });
  const address = new URL(`${url.replace(/\/$/, '')}/Webservice/${encodeURIComponent(service)}${path}`);
  const type = guessContentType(body);
  const headers = new Headers(type === undefined ? {} : { 'Content-Type': type });
  const signal = AbortSignal.timeout(MILLISECONDS);
  // The user of the command reaches the host anyway, so it may be this machine; some networks are never connected to.
  const bounds = new Destinations([address.host]);
  const sent = { method: request.method, headers, body: body === '' ? undefined : body, signal };
  try {
    const answer = await exchange(address, { ...sent, bounds, bytes: MOST_BYTES });
    return { status: answer.status, body: await answer.text(), headers: Object.fromEntries(answer.headers) };
  } catch (cause) {
    if (cause instanceof IncompleteAnswer) return `The host has not answered completely: ${cause.message}.`;
    throw new HostUnusable({ url, reason: `${explainError(cause).replace(/\.$/, '')}.` }, cause);
  }
}
