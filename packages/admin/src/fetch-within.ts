import { exchange } from '@ticketgate/runtime';
import type { Destinations } from '@ticketgate/definition';

/** Bytes of an answer of a provider: metadata, keys, and tokens with thousands of groups have fewer. */
const MOST_BYTES = 1_000_000;

type Options = Omit<RequestInit, 'body'> & { readonly body?: RequestInit['body'] | undefined };

/** Like `fetch`, but reads the body too, and not more than so many bytes. */
export async function fetchWithin(url: string, options: Options, mostBytes: number): Promise<Response> {
  const { body, status, headers } = await fetch(url, { ...options, body: options.body ?? null });
  return readWithin(body as AsyncIterable<Uint8Array> | null, { status, headers }, mostBytes);
}

/** What a provider of sign-ins may be asked: its documents name addresses, and invokers may not connect to all of them. */
export interface ProviderRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a provider of sign-ins, without following redirects.
 *
 * @throws DestinationRefused
 */
export async function fetchFromProvider(
  address: string,
  { method, headers, body, signal = AbortSignal.timeout(60_000) }: ProviderRequest,
  destinations: Destinations,
): Promise<Response> {
  const url = new URL(address);
  destinations.checkHost(url);
  const checkAddress = (found: string) => {
    destinations.checkAddress(found, url);
  };
  // Forms: the library sends no other bodies.
  const text = body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : undefined;
  try {
    const answer = await exchange({ url, method, headers: new Headers(headers), body: text, signal, checkAddress });
    const received = new Headers({ 'Content-Type': answer.headers['content-type'] ?? '' });
    return await readWithin(answer, { status: answer.statusCode ?? 0, headers: received }, MOST_BYTES);
  } catch (cause) {
    signal.throwIfAborted();
    throw cause;
  }
}

interface Head {
  readonly status: number;
  readonly headers: Headers;
}

async function readWithin(
  body: AsyncIterable<Uint8Array> | null,
  { status, headers }: Head,
  mostBytes: number,
): Promise<Response> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > mostBytes) throw new Error(`the answer has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers });
}
