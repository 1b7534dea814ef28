/** Milliseconds after which a pattern is looked at again: meanwhile, many tickets may have come that match it. */
const MAX_AGE = 10_000;
/** Searches that are remembered, and characters of each. */
const MOST = 1_000;
const LONGEST = 5_000;

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Searches whose pattern was rare among the newest tickets a moment ago, so that nobody has to look at these again. */
export class RarePatterns {
  readonly #known = new Set<string>();
  #began = performance.now();

  has(search: Statement): boolean {
    if (performance.now() - this.#began > MAX_AGE) this.#known.clear();
    return this.#known.has(keyOf(search));
  }

  add(search: Statement): void {
    if (this.#known.size >= MOST) this.#known.clear();
    if (this.#known.size === 0) this.#began = performance.now();
    const key = keyOf(search);
    if (key.length <= LONGEST) this.#known.add(key);
  }
}

function keyOf({ text, values }: Statement): string {
  return `${JSON.stringify(values)}\n${text}`;
}
