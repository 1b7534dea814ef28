import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import {
  AllowedHosts,
  isOperationError,
  type FetchOptions,
  type Plugin,
  type Settings,
  createError,
  checkedLookup,
  checkLiteral,
  type CheckAddress,
  type LookUp,
} from '@ticketgate/sdk';

const FetchNotAllowed = createError<{ place: string; setting: string }>(
  'Fetch.NotAllowed',
  ({ place, setting }) => `The operation may not connect to ${place}. ${setting}`,
  'Broken',
);

const FetchTimedOut = createError<{ host: string; seconds: number }>(
  'Fetch.TimedOut',
  ({ host, seconds }) => `${host} did not answer within ${seconds} seconds.`,
  'Unavailable',
);

const FetchTooLarge = createError<{ host: string; bytes: number }>(
  'Fetch.TooLarge',
  ({ host, bytes }) => `${host} answered more than ${bytes} bytes.`,
  'Unavailable',
);

const FetchFailed = createError<{ host: string; reason: string }>(
  'Fetch.Failed',
  ({ host, reason }) => `${host} cannot be reached: ${reason}`,
  'Unavailable',
);

/** The limits of a fetch. */
export interface FetchRules {
  /** Hosts that may be connected to. */
  readonly hosts: readonly string[];
  /** How to allow a host; for messages. */
  readonly advice: string;
  readonly seconds: number;
  /** Most bytes of a response. */
  readonly bytes: number;
  readonly requestID: string;
  /** W3C Trace Context of the request; an operation may send its own. */
  readonly traceparent?: string | undefined;
  readonly signal: AbortSignal;
}

const MOST_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Statuses of responses without a body. */
const WITHOUT_BODY = new Set([204, 205, 304]);
/** Headers that may be sent to another host after a redirect. */
const HARMLESS = new Set([
  'accept',
  'accept-language',
  'content-type',
  'user-agent',
  'x-request-id',
  'traceparent',
  'accept-encoding',
]);

interface Step {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: FetchOptions['body'];
}

/**
 * Fetches from another system within the rules, redirects included.
 *
 * @throws OperationError `Fetch.NotAllowed`, `Fetch.TimedOut`, `Fetch.TooLarge`, `Fetch.Failed`
 */
export async function fetchWithin(address: string | URL, options: FetchOptions, rules: FetchRules): Promise<Response> {
  const seconds = Math.min(options.seconds ?? rules.seconds, rules.seconds);
  const timeout = AbortSignal.timeout(seconds * 1000);
  const signal = AbortSignal.any([rules.signal, timeout, ...(options.signal === undefined ? [] : [options.signal])]);
  const url = new URL(address);
  try {
    return await follow(firstStep(url, options, rules), { ...rules, signal });
  } catch (cause) {
    if (isOperationError(cause)) throw cause;
    if (timeout.aborted) throw new FetchTimedOut({ host: url.host, seconds }, cause);
    // The request of the client itself was aborted.
    signal.throwIfAborted();
    throw new FetchFailed({ host: url.host, reason: cause instanceof Error ? cause.message : String(cause) }, cause);
  }
}

function firstStep(
  url: URL,
  { method = 'GET', headers, body }: FetchOptions,
  { requestID, traceparent }: FetchRules,
): Step {
  const own = new Headers(headers);
  own.set('X-Request-Id', requestID);
  if (traceparent !== undefined && !own.has('traceparent')) own.set('traceparent', traceparent);
  own.set('Accept-Encoding', 'identity');
  return { url, method: method.toUpperCase(), headers: own, body };
}

async function follow(first: Step, rules: FetchRules): Promise<Response> {
  const hosts = new AllowedHosts(rules.hosts);
  let step = first;
  for (let redirects = 0; ; redirects += 1) {
    const { url } = step;
    const checkAddress = (address: string) => {
      if (hosts.allowsAddress(address)) return;
      throw new FetchNotAllowed({
        place: `${address} (${url.host}), which is not a public address`,
        setting: rules.advice,
      });
    };
    if (!hosts.allows(url))
      throw new FetchNotAllowed({ place: `"${url.protocol}//${url.host}"`, setting: rules.advice });
    const answer = await exchange({ ...step, signal: rules.signal, checkAddress });
    const next = nextStep(step, answer);
    if (next === undefined) return await read(answer, url, rules);
    answer.destroy();
    if (redirects >= MOST_REDIRECTS) {
      throw new FetchFailed({ host: url.host, reason: `it redirects more than ${MOST_REDIRECTS} times.` });
    }
    step = next;
  }
}

/** Undefined: the answer is not a redirect. */
function nextStep(
  { url, method, headers, body }: Step,
  { statusCode = 0, headers: answered }: IncomingMessage,
): Step | undefined {
  if (!REDIRECTS.has(statusCode) || answered.location === undefined) return undefined;
  const next = new URL(answered.location, url);
  const becomesGet = statusCode === 303 ? method !== 'HEAD' : statusCode < 303 && method === 'POST';
  const known = next.origin === url.origin ? headers : withoutSecrets(headers);
  return { url: next, method: becomesGet ? 'GET' : method, headers: known, body: becomesGet ? undefined : body };
}

function withoutSecrets(headers: Headers): Headers {
  return new Headers([...headers].filter(([name]) => HARMLESS.has(name)));
}

async function read(answer: IncomingMessage, { host }: URL, { bytes }: FetchRules): Promise<Response> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > bytes) {
      answer.destroy();
      throw new FetchTooLarge({ host, bytes });
    }
    parts.push(part);
  }
  const { statusCode = 200, statusMessage = '', rawHeaders } = answer;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  const body = WITHOUT_BODY.has(statusCode) ? null : Buffer.concat(parts, length);
  return new Response(body, { status: statusCode, statusText: statusMessage, headers });
}

/** The hosts that a plugin may connect to: those of its setting. */
export function hostsOf(plugin: Plugin | undefined, settings: Settings): Pick<FetchRules, 'hosts' | 'advice'> {
  const name = plugin?.hosts;
  if (name === undefined) {
    return { hosts: [], advice: 'Its plugin names no setting that lists hosts: definePlugin({ hosts: "…" }).' };
  }
  const value = settings.get(name);
  const hosts: readonly unknown[] = Array.isArray(value) ? value : [];
  return { hosts: hosts.map(String), advice: `List it in the setting ${name}.` };
}

/** A request to another system. */
interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
  readonly checkAddress: CheckAddress;
  /** Default: that of the operating system. */
  readonly lookUp?: LookUp;
}

/** Sends a request, after a check of the host's address. Resolves with the head of the response. */
export function exchange({
  url,
  method,
  headers,
  body,
  signal,
  checkAddress,
  lookUp,
}: Outgoing): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    checkLiteral(url.hostname, checkAddress);
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const options = {
      method,
      headers: Object.fromEntries(headers),
      signal,
      lookup: checkedLookup(checkAddress, lookUp),
      agent: false,
    };
    send(url, options, resolve).once('error', reject).end(body);
  });
}
