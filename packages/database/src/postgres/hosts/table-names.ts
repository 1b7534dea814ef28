import { LRUCache } from 'lru-cache';

/** Most rewritten statements that are remembered. */
const MOST_TEXTS = 500;

/**
 * A host's names for tables of the family. Statements use the family's names, which are replaced before a statement is sent, so that it is
 * prepared with the host's.
 */
export class TableNames {
  #names: ReadonlyMap<string, string> = new Map();
  readonly #texts = new LRUCache<string, string>({ max: MOST_TEXTS, memoMethod: (text) => this.#write(text) });

  /** @param names the host's names, by those of the family */
  use(names: Readonly<Record<string, string>>): void {
    this.#names = new Map(Object.entries(names));
    this.#texts.clear();
  }

  writtenIn(text: string): string {
    for (const name of this.#names.keys()) if (text.includes(name)) return this.#texts.memo(text);
    return text;
  }

  #write(text: string): string {
    const pattern = new RegExp(`"?\\b(${[...this.#names.keys()].join('|')})\\b"?`, 'g');
    return text.replace(pattern, (_, name: string) => `"${this.#names.get(name) ?? name}"`);
  }
}
