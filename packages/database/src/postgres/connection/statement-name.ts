import { createHash } from 'node:crypto';

interface NameLimits {
  /** Most statements with a name. */
  readonly names: number;
  /** Most characters of all of them; a prepared statement takes the server some thirty times as much memory. */
  readonly characters: number;
  /** Most characters of one statement. */
  readonly longest: number;
  /** Most statements that came once and are remembered. */
  readonly candidates: number;
}

/**
 * Names under which statements are prepared on each connection. Only a statement that comes a second time gets a name, and the total length
 * is limited, so that dynamic statements cannot fill the server's memory.
 */
class StatementNames {
  readonly #limits: NameLimits;
  readonly #names = new Map<string, string>();
  readonly #candidates = new Set<string>();
  #characters = 0;

  constructor(limits: NameLimits) {
    this.#limits = limits;
  }

  /** Undefined for a statement that is new, or for which there is no room. */
  findName(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || !this.#hasRoom(text)) return known;
    const name = createHash('sha1').update(text).digest('hex').slice(0, 20);
    if (!this.#candidates.delete(name)) {
      this.#nominate(name);
      return undefined;
    }
    this.#names.set(text, name);
    this.#characters += text.length;
    return name;
  }

  #hasRoom({ length }: string): boolean {
    const { names, characters, longest } = this.#limits;
    return length <= longest && this.#names.size < names && this.#characters + length <= characters;
  }

  #nominate(name: string): void {
    this.#candidates.add(name);
    if (this.#candidates.size <= this.#limits.candidates) return;
    const oldest = this.#candidates.values().next();
    if (oldest.done !== true) this.#candidates.delete(oldest.value);
  }
}

const LIMITS: NameLimits = { names: 2_000, characters: 1_000_000, longest: 32_000, candidates: 2_000 };
/** Searches depend on the request, so they must not use up the names of other statements. */
const SEARCH_LIMITS: NameLimits = { names: 500, characters: 250_000, longest: 8_000, candidates: 500 };

const names = new StatementNames(LIMITS);
const searchNames = new StatementNames(SEARCH_LIMITS);

/** The name under which a statement is prepared on each connection; undefined when it runs without. */
export function statementName(text: string, isSearch = false): string | undefined {
  return (isSearch ? searchNames : names).findName(text);
}
