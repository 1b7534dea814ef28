import { createHash } from 'node:crypto';

export interface NameLimits {
  /** Statements that get a name. */
  readonly names: number;
  /** Characters of all of them; what the server keeps for a statement is some thirty times as large. */
  readonly characters: number;
  /** Characters of one of them. */
  readonly longest: number;
  /** Statements that came once and may come again. */
  readonly candidates: number;
}

/**
 * Names under which statements are prepared on each connection. Only a statement that comes again gets one, and only so many characters of
 * them, so that composed statements cannot fill the server's memory.
 */
export class StatementNames {
  readonly #limits: NameLimits;
  readonly #names = new Map<string, string>();
  readonly #candidates = new Set<string>();
  #characters = 0;

  constructor(limits: NameLimits) {
    this.#limits = limits;
  }

  /** Undefined for a statement that is new, or for which there is no room. */
  nameOf(text: string): string | undefined {
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
/** Clients shape searches as they like, so searches must not use up the names of all others. */
const SEARCH_LIMITS: NameLimits = { names: 500, characters: 250_000, longest: 8_000, candidates: 500 };

const names = new StatementNames(LIMITS);
const searchNames = new StatementNames(SEARCH_LIMITS);

/** The name under which a statement is prepared on each connection; undefined when it runs without. */
export function statementName(text: string, isSearch = false): string | undefined {
  return (isSearch ? searchNames : names).nameOf(text);
}
