import {
  explainError,
  AllowedHosts,
  isOperationError,
  type FetchOptions,
  type Plugin,
  type Settings,
  createError,
  checkLiteral,
} from '@ticketgate/sdk';

import { basic, decoded } from './basic-credentials.js';
import { type Bounds, exchange, IncompleteAnswer } from './exchange.js';

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
    if (cause instanceof IncompleteAnswer && cause.isTooLarge)
      throw new FetchTooLarge({ host: url.host, bytes: rules.bytes }, cause);
    throw new FetchFailed({ host: url.host, reason: explainError(cause) }, cause);
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
  if (url.username !== '' && !own.has('authorization'))
    own.set('Authorization', basic({ user: decoded(url.username), password: decoded(url.password) }));
  return { url, method: method.toUpperCase(), headers: own, body };
}

async function follow(first: Step, rules: FetchRules): Promise<Response> {
  const bounds = makeBounds(rules);
  let step = first;
  for (let redirects = 0; ; redirects += 1) {
    const { url, ...request } = step;
    const answer = await exchange(url, { ...request, bounds, bytes: rules.bytes, signal: rules.signal });
    const next = nextStep(step, answer);
    if (next === undefined) return answer;
    if (redirects >= MOST_REDIRECTS) {
      throw new FetchFailed({ host: url.host, reason: `it redirects more than ${MOST_REDIRECTS} times.` });
    }
    step = next;
  }
}

function makeBounds({ hosts: listed, advice: setting }: FetchRules): Bounds {
  const hosts = new AllowedHosts(listed);
  const checkAddress = (address: string, { host }: URL) => {
    if (hosts.allowsAddress(address)) return;
    throw new FetchNotAllowed({ place: `${address} (${host}), which is not a public address`, setting });
  };
  return {
    checkAddress,
    checkHost(url) {
      if (!hosts.allows(url)) throw new FetchNotAllowed({ place: `"${url.protocol}//${url.host}"`, setting });
      checkLiteral(url.hostname, (address) => checkAddress(address, url));
    },
  };
}

/** Undefined: the answer is not a redirect. */
function nextStep({ url, method, headers, body }: Step, { status, headers: answered }: Response): Step | undefined {
  const location = answered.get('location');
  if (!REDIRECTS.has(status) || location === null) return undefined;
  const next = new URL(location, url);
  const becomesGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  const known = next.origin === url.origin ? headers : new Headers([...headers].filter(([name]) => HARMLESS.has(name)));
  return { url: next, method: becomesGet ? 'GET' : method, headers: known, body: becomesGet ? undefined : body };
}

/** The hosts that a plugin may connect to: those of its setting. */
export function readAllowedHosts(plugin: Plugin | undefined, settings: Settings): Pick<FetchRules, 'hosts' | 'advice'> {
  const name = plugin?.hosts;
  if (name === undefined) {
    return { hosts: [], advice: 'Its plugin names no setting that lists hosts: definePlugin({ hosts: "…" }).' };
  }
  const value = settings.get(name);
  const hosts: readonly unknown[] = Array.isArray(value) ? value : [];
  return { hosts: hosts.map(String), advice: `List it in the setting ${name}.` };
}
