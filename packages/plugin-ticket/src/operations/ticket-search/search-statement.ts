/** Thrown by a condition that nothing can meet: the answer is empty, never an error (`docs/compatibility.md`). */
export class NoHits extends Error {
  override readonly name = 'NoHits';
}

/** A search while it is put together: conditions that all have to hold, and the values they are bound to. */
export class SearchStatement {
  readonly #conditions: string[] = [];
  readonly #order: string[] = [];
  readonly #values: unknown[] = [];

  /** Binds a value and returns its place, for example `$3`. */
  bind(value: unknown): string {
    this.#values.push(value);
    return `$${this.#values.length}`;
  }

  /** Adds a condition on `ticket t`. */
  where(condition: string): void {
    this.#conditions.push(condition);
  }

  /** Adds a sort key; the first counts most. */
  orderBy(expression: string, direction: 'asc' | 'desc'): void {
    this.#order.push(`${expression} ${direction} nulls ${direction === 'asc' ? 'last' : 'first'}`);
  }

  /** Equal keys come in the order of ticket ids. */
  build(limit: number): { readonly text: string; readonly values: readonly unknown[] } {
    const conditions = this.#conditions.length === 0 ? 'true' : this.#conditions.join('\n  and ');
    const order = [...this.#order, 't.id asc'].join(', ');
    const text = `select t.id from ticket t\nwhere ${conditions}\norder by ${order}\nlimit ${this.bind(limit)}`;
    return { text, values: this.#values };
  }
}
