/** Most rewritten statements that are remembered. */
const MOST_TEXTS = 500;

/**
 * The names that a host has for tables of the family. Statements use the family's names; those that the host calls otherwise are
 * replaced before a statement is sent, so that it is prepared as the host's tables need it.
 */
export class TableNames {
  #names: ReadonlyMap<string, string> = new Map();
  readonly #texts = new Map<string, string>();

  /** @param names the host's, by those of the family */
  use(names: Readonly<Record<string, string>>): void {
    this.#names = new Map(Object.entries(names));
    this.#texts.clear();
  }

  /** A statement with the names of the host. */
  writtenIn(text: string): string {
    for (const name of this.#names.keys()) if (text.includes(name)) return this.#remembered(text);
    return text;
  }

  #remembered(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const pattern = new RegExp(`"?\\b(${[...this.#names.keys()].join('|')})\\b"?`, 'g');
    const written = text.replace(pattern, (_, name: string) => `"${this.#names.get(name) ?? name}"`);
    if (this.#texts.size < MOST_TEXTS) this.#texts.set(text, written);
    return written;
  }
}
