import { DetailedError, type TaskRequest } from '@ticketgate/admin';
import { ConfigurationError, exchange } from '@ticketgate/runtime';
import { createError, explainError, isData, isLoopback, OperationError, parseJson } from '@ticketgate/sdk';

const ServerUnreachable = createError<{ server: string; reason: string }>(
  'Admin.ServerUnreachable',
  ({ server, reason }) =>
    `The server at ${server} cannot be reached: ${reason}. Check the address of --url, and whether the server runs.`,
  'Unavailable',
);
const KeyRefused = createError<{ server: string }>(
  'Admin.KeyRefused',
  ({ server }) =>
    `The server at ${server} does not accept the key in TICKETGATE_API_KEY. "ticketgate api-key create <name> --agent <login> --scope admin" creates one there.`,
  'AuthFail',
);
const NoAdministration = createError<{ server: string; status: number }>(
  'Admin.NoAdministration',
  ({ server, status }) =>
    `No administration of Ticketgate answers at ${server}: HTTP status ${status}, without JSON. Check the address of --url, and admin.enabled of the server.`,
  'NotFound',
);

/** How long a server may take for one answer, and how many bytes it may have: exports and checks are the largest. */
const MILLISECONDS = 120_000;
const MOST_BYTES = 100_000_000;
/** The user of the command gives the address, so any is allowed. */
const ANYWHERE = { checkHost: () => undefined, checkAddress: () => undefined };

/** Sends a request to the administration of a server, and resolves to what it answers. */
type Ask = (request: TaskRequest, answer: { readonly mediaType?: string }) => Promise<unknown>;

/**
 * The administration of a server elsewhere.
 *
 * @throws ConfigurationError for an address or a key that cannot be used
 */
export function openServer(url: string, key: string): Ask {
  const base = `${readServer(url)}/admin/api`;
  if (key === '')
    throw new ConfigurationError('TICKETGATE_API_KEY is not set. It has the API key of scope admin for --url.');
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ConfigurationError('TICKETGATE_API_KEY is not an API key. Keys begin with tg_.');
  return async ({ method, path, body }, { mediaType }) => {
    const response = await sendToServer(`${base}${path}`, {
      method,
      headers: new Headers({ 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) }),
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (response.ok && mediaType !== undefined) return text;
    if (response.status === 204) return undefined;
    const answer = parseJson(text);
    if (response.ok && answer !== undefined) return answer;
    throw toRemoteError(response, answer, url);
  };
}

type Sent = Pick<Parameters<typeof exchange>[1], 'method' | 'headers' | 'body'>;

async function sendToServer(url: string, request: Sent): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(MILLISECONDS);
    return await exchange(new URL(url), { ...request, signal, bounds: ANYWHERE, bytes: MOST_BYTES });
  } catch (cause) {
    throw new ServerUnreachable({ server: new URL(url).origin, reason: explainError(cause) }, cause);
  }
}

/** The error of a server, with its code and message; a wrong key gets a message of ours. */
function toRemoteError({ status }: Response, answer: unknown, server: string): OperationError {
  if (!isData(answer) || typeof answer.code !== 'string') return new NoAdministration({ server, status });
  if (status === 401) return new KeyRefused({ server });
  const reason = status === 409 ? 'Conflict' : status >= 500 ? 'Broken' : 'Invalid';
  return new DetailedError(new OperationError(answer.code, String(answer.detail), { reason }), answer);
}

/**
 * The address of a server without a slash at its end. Plain HTTP would show the key to the network.
 *
 * @throws ConfigurationError
 */
function readServer(text: string): string {
  const url = URL.parse(text);
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '';
  if (!isAddress)
    throw new ConfigurationError(`--url is "${text}"; write an address such as https://tickets.example.org.`);
  if (url.protocol === 'https:' || isLoopback(url.hostname.replace(/^\[|\]$/g, '')))
    return url.href.replace(/\/+$/, '');
  throw new ConfigurationError(
    `--url is "${text}"; write an address that begins with https://, because plain HTTP would show the credentials to the network.`,
  );
}
