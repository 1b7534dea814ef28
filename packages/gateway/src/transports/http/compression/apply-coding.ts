import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

/** How an answer is compressed, by its name in HTTP. */
export type Coding = 'br' | 'gzip';

/** The best first, where the client has no preference. */
const CODINGS: readonly Coding[] = ['br', 'gzip'];
const PLAIN = 'identity';

/** Types that get smaller. Events are sent one by one, so they must not wait for each other. */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|javascript)\b|image\/svg\+xml\b)/i;

/**
 * Chooses how an answer is compressed, by what its client accepts, and completes its headers: `Vary`, `Content-Encoding`, and an
 * `ETag` of its own, since a strong one stands for the bytes that are sent (RFC 9110, section 8.8.3.3).
 *
 * @returns undefined when it is sent as it is
 */
export function applyCoding(headers: OutgoingHttpHeaders, request: IncomingMessage): Coding | undefined {
  const names = namesOf(headers);
  if (!isCompressible(headers, names)) return undefined;
  const vary = names.get('vary') ?? 'Vary';
  headers[vary] = headers[vary] === undefined ? 'Accept-Encoding' : `${String(headers[vary])}, Accept-Encoding`;
  const coding = findCoding(request);
  if (coding === undefined) return undefined;
  headers['Content-Encoding'] = coding;
  const tag = names.get('etag');
  if (tag !== undefined) headers[tag] = tagOf(String(headers[tag]), coding);
  return coding;
}

/** Names as they are written, by their names in small letters: definitions add headers too. */
function namesOf(headers: OutgoingHttpHeaders): ReadonlyMap<string, string> {
  return new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]));
}

function isCompressible(headers: OutgoingHttpHeaders, names: ReadonlyMap<string, string>): boolean {
  const valueOf = (name: string) => String(headers[names.get(name) ?? ''] ?? '');
  return (
    COMPRESSIBLE.test(valueOf('content-type')) &&
    !names.has('content-encoding') &&
    !/\bno-transform\b/i.test(valueOf('cache-control'))
  );
}

/** An option that the types of the library do not have yet. */
interface Preferring {
  encodings(available: string[], options: { readonly preferred: string[] }): string[];
}

function findCoding(request: IncomingMessage): Coding | undefined {
  if (request.headers['accept-encoding'] === undefined) return undefined;
  const negotiator: Preferring = new Negotiator(request);
  const [best] = negotiator.encodings([...CODINGS, PLAIN], { preferred: [...CODINGS] });
  return CODINGS.find((coding) => coding === best);
}

/** A weak tag stands for what the bytes mean, which compression does not change. */
function tagOf(tag: string, coding: Coding): string {
  return tag.startsWith('"') ? tag.replace(/"$/, `-${coding}"`) : tag;
}

const CODED = /-(?:br|gzip)"/g;

/** Clients send the tags of compressed answers back: what they stand for is the same. */
export function stripCodingFromTags(headers: IncomingMessage['headers']): void {
  for (const name of ['if-match', 'if-none-match'] as const) {
    const tags = headers[name];
    if (tags !== undefined) headers[name] = tags.replaceAll(CODED, '"');
  }
}
