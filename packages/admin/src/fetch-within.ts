/** Bytes of an answer of a provider: metadata, keys, and tokens with thousands of groups have fewer. */
const MOST_BYTES = 1_000_000;

type Options = Omit<RequestInit, 'body'> & { readonly body?: RequestInit['body'] | undefined };

/** Like `fetch`, but reads the body too, and not more than so many bytes; by default not more than a provider has to say. */
export async function fetchWithin(url: string, options: Options, mostBytes = MOST_BYTES): Promise<Response> {
  const { body, status, headers: received } = await fetch(url, { ...options, body: options.body ?? null });
  const headers = new Headers(received);
  // The library would report it instead of the error in the body.
  headers.delete('WWW-Authenticate');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > mostBytes) throw new Error(`the answer has more than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return new Response(bytes === 0 ? null : Buffer.concat(chunks), { status, headers });
}
