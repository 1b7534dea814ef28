/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly level: string; readonly message: string };

interface Repeated {
  line: LogLine;
  count: number;
}

const MILLISECONDS = 60_000;
/** Lines that are distinguished within a minute; all others count as the same. */
const MOST_LINES = 1_000;

/**
 * Writes a repeated line once, and then once a minute with the number of repetitions, so that a database that is unavailable for an hour
 * does not fill the disk. Lines that differ only in numbers and request ids count as repetitions.
 */
export class RepeatedLines {
  readonly #write: (line: LogLine) => void;
  readonly #afterMinute: (work: () => void) => void;
  readonly #lines = new Map<string, Repeated>();

  /** @param afterMinute runs work a minute later */
  constructor(write: (line: LogLine) => void, afterMinute = doAfterMinute) {
    this.#write = write;
    this.#afterMinute = afterMinute;
  }

  add(line: LogLine): void {
    const wanted = keyOf(line);
    const key = this.#lines.has(wanted) || this.#lines.size < MOST_LINES ? wanted : '';
    const known = this.#lines.get(key);
    if (known !== undefined) {
      known.line = line;
      known.count += 1;
      return;
    }
    this.#lines.set(key, { line, count: 0 });
    this.#write(line);
    this.#scheduleSummary(key);
  }

  #scheduleSummary(key: string): void {
    this.#afterMinute(() => {
      const known = this.#lines.get(key);
      if (known === undefined || known.count === 0) {
        this.#lines.delete(key);
        return;
      }
      this.#write({ ...known.line, repeated: known.count });
      known.count = 0;
      this.#scheduleSummary(key);
    });
  }
}

function doAfterMinute(work: () => void): void {
  setTimeout(work, MILLISECONDS).unref();
}

/** Identifies a line by its texts and errors, without numbers and request ids. */
function keyOf(line: LogLine): string {
  return JSON.stringify(line, (name, value: unknown) =>
    name === 'requestId' || typeof value === 'number' ? undefined : value,
  );
}
