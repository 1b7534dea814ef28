import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

interface NameLimits {
  /** Most named statements. */
  readonly names: number;
  /** Most characters of all of them; on the server, a prepared statement needs some thirty times as much memory. */
  readonly characters: number;
  /** Most characters of one statement. */
  readonly longest: number;
  /** Most statements that were seen once and are remembered. */
  readonly candidates: number;
}

/**
 * Names under which statements are prepared on each connection. A statement only gets a name when it is seen a second time, and the total
 * length is limited, so that dynamic statements cannot fill the server's memory.
 */
function createNames(limits: NameLimits): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const candidates = new LRUCache<string, true>({ max: limits.candidates });
  let characters = 0;
  return (text) => {
    const known = names.get(text);
    const hasRoom = names.size < limits.names && characters + text.length <= limits.characters;
    if (known !== undefined || !hasRoom || text.length > limits.longest) return known;
    const name = createHash('sha1').update(text).digest('hex').slice(0, 20);
    if (!candidates.delete(name)) {
      candidates.set(name, true);
      return undefined;
    }
    names.set(text, name);
    characters += text.length;
    return name;
  };
}

const LIMITS: NameLimits = { names: 2_000, characters: 1_000_000, longest: 32_000, candidates: 2_000 };
/** Searches depend on the request, so they must not use up the names of other statements. */
const SEARCH_LIMITS: NameLimits = { names: 500, characters: 250_000, longest: 8_000, candidates: 500 };

const findName = createNames(LIMITS);
const findSearchName = createNames(SEARCH_LIMITS);

/** The name under which a statement is prepared on each connection; undefined if it is not. */
export function statementName(text: string, isSearch = false): string | undefined {
  return isSearch ? findSearchName(text) : findName(text);
}
