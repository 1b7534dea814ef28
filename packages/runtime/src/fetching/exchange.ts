import type { buildConnector } from 'undici';
import { checkedLookup, type LookUp } from '@ticketgate/sdk';

/** Where requests may go. Both throw an error that says why not. */
export interface Bounds {
  checkHost(url: URL): void;
  /** Checks an address of the host; called when its name is looked up. */
  checkAddress(address: string, url: URL): void;
  /** Default: that of the operating system. */
  readonly lookUp?: LookUp;
}

interface Outgoing {
  readonly method: string;
  readonly headers: Headers;
  readonly body?: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
  readonly bounds: Bounds;
  /** Most bytes of the response. */
  readonly bytes: number;
}

/** The head of a response came, but its body did not, or has too many bytes. */
export class IncompleteAnswer extends Error {
  readonly isTooLarge: boolean;

  constructor(cause: unknown, bytes: number) {
    const isTooLarge = cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE';
    super(isTooLarge ? `the answer has more than ${bytes} bytes` : `the answer is not complete: ${String(cause)}`);
    this.isTooLarge = isTooLarge;
  }
}

/** Statuses of responses without a body. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Sends a request on a connection of its own, and reads the response. Redirects are not followed.
 *
 * @throws IncompleteAnswer
 */
export async function exchange(url: URL, { bounds, bytes, headers, body, ...request }: Outgoing): Promise<Response> {
  bounds.checkHost(url);
  const { Agent, buildConnector } = await import('undici');
  const connect = checkedConnector(buildConnector, bounds);
  const agent = new Agent({ connect, maxResponseSize: bytes, headersTimeout: 0, bodyTimeout: 0 });
  try {
    const { origin, pathname, search } = url;
    const sent = { ...request, origin, path: `${pathname}${search}`, headers: [...headers].flat(), body: body ?? null };
    const { statusCode: status, statusText, headers: received, body: answer } = await agent.request(sent);
    const content = await answer.bytes().catch((cause: unknown) => {
      throw new IncompleteAnswer(cause, bytes);
    });
    return new Response(WITHOUT_BODY.has(status) ? null : content, {
      status,
      statusText,
      headers: toHeaders(received),
    });
  } finally {
    void agent.destroy();
  }
}

/** Opens connections to checked addresses. Hosts that are addresses are not looked up, and must be checked before. */
export function checkedConnector(
  build: typeof buildConnector,
  bounds: Bounds,
  tls: buildConnector.BuildOptions = {},
): buildConnector.connector {
  return (options, done) => {
    const url = new URL(`${options.protocol}//${options.host ?? options.hostname}`);
    build({ ...tls, lookup: lookupWithin(bounds, url) })(options, done);
  };
}

/** Looks up a host, which is that of `url`, and checks its addresses. */
export function lookupWithin(bounds: Bounds, url: URL): ReturnType<typeof checkedLookup> {
  return checkedLookup((address) => bounds.checkAddress(address, url), bounds.lookUp);
}

/** `Headers` has the bytes of a value as Latin-1. */
function toHeaders(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(received)) {
    for (const value of [values].flat()) headers.append(name, Buffer.from(value).toString('latin1'));
  }
  return headers;
}
