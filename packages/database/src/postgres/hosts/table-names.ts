/**
 * A host's names for tables of the family. Statements use the family's names, which are replaced before a statement is sent, so that it is
 * prepared with the host's.
 */
export class TableNames {
  #names: ReadonlyMap<string, string> = new Map();
  /** Matches nothing without names. */
  #pattern = /(?!)/g;

  /** @param names the host's names, by those of the family */
  use(names: Readonly<Record<string, string>>): void {
    this.#names = new Map(Object.entries(names));
    this.#pattern = new RegExp(`"?\\b(${Object.keys(names).join('|')})\\b"?`, 'g');
  }

  writtenIn(text: string): string {
    for (const name of this.#names.keys()) if (text.includes(name)) return this.#write(text);
    return text;
  }

  #write(text: string): string {
    return text.replace(this.#pattern, (_, name: string) => `"${this.#names.get(name) ?? name}"`);
  }
}
