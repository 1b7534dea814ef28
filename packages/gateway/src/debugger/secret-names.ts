import { isData, SECRET_WORDS, type Operation, oncePer } from '@ticketgate/sdk';

/** Marked names of at least this length are also found within longer names, like the words of the table. */
const LONG_NAME = 6;
/** With more marked names, texts are not searched for them, because that would take too long. */
const MOST_MARKED = 500;
/** Names that are kept: all that clients do not make up. An LRUCache allocates all of its places at once, and each operation has names. */
const MOST_KNOWN = 2_000;
/** `\u0050`, `\x50`, `%50`, `%2550` and `&#80;` are the letter P; `\n` is not a letter. A run of backslashes is scanned once. */
const ESCAPE =
  /(?<!\\)\\+(?:u([0-9a-f]{4})|x([0-9a-f]{2})|[bfnrt])|%(?:25)*([0-9a-f]{2})|&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi;

/** A mapping that renames all matching names to `target`. */
export interface NamePattern {
  readonly target: string;
  matches(name: string): boolean;
}

/** Names of members that hold secrets: those of the table, and those that schemas mark. Only their letters and digits are compared. */
export class SecretNames {
  readonly #patterns: readonly NamePattern[];
  readonly #marked: ReadonlySet<string>;
  readonly #short: ReadonlySet<string>;
  readonly #long: RegExp;
  readonly #any: RegExp;
  readonly #known = new Map<string, boolean>();

  /** @param marked names in addition to those that are always secret */
  constructor(marked: Iterable<string> = [], patterns: readonly NamePattern[] = []) {
    this.#patterns = patterns;
    this.#marked = new Set([...marked].map((name) => name.toLowerCase()));
    const listed =
      this.#marked.size <= MOST_MARKED ? [...new Set([...this.#marked].map((name) => keepLetters(unfold(name))))] : [];
    const all = [...SECRET_WORDS, ...listed.filter(Boolean)];
    this.#short = new Set(listed.filter(({ length }) => length < LONG_NAME));
    this.#long = new RegExp(all.filter((name) => !this.#short.has(name)).join('|'));
    this.#any = new RegExp(all.map((name) => Array.from(name).join('[^0-9a-z]*')).join('|'), 'i');
  }

  /**
   * Collects the members that schemas of operations mark as `secret`, and the names that mappings give them.
   *
   * @param renamed pairs of a client's name and ours
   */
  static of(
    operations: Iterable<Operation>,
    renamed: Iterable<readonly [string, string]>,
    patterns: readonly NamePattern[] = [],
  ): SecretNames {
    const marked = [...new Set(operations)].flatMap(({ input, output, headers = {} }) => [
      ...markedMembers(input),
      ...markedMembers(output),
      ...Object.keys(headers).filter((name) => headers[name]?.secret === true),
    ]);
    const ours = new SecretNames(marked);
    const theirs = [...renamed].flatMap(([other, name]) => (ours.has(name) ? [other] : []));
    return new SecretNames(
      [...marked, ...theirs],
      patterns.filter(({ target }) => ours.has(target)),
    );
  }

  has(name: string): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const isSecret = this.#isSecret(name);
    if (name.length < 100 && this.#known.size < MOST_KNOWN) this.#known.set(name, isSecret);
    return isSecret;
  }

  /** Whether a text may contain one of the names, however it is written. */
  occurIn(text: string): boolean {
    return listViews(text).some((view) => this.#any.test(view));
  }

  /** The index at which the first of the names ends in a text; -1 if there is none. */
  firstIn(text: string): number {
    if (!this.occurIn(text)) return -1;
    let [without, end] = [0, text.length];
    while (end - without > 1) {
      const middle = Math.ceil((without + end) / 2);
      if (this.occurIn(text.slice(0, middle))) end = middle;
      else without = middle;
    }
    return end;
  }

  #isSecret(name: string): boolean {
    if (this.#marked.has(name.toLowerCase()) || this.#patterns.some((pattern) => pattern.matches(name))) return true;
    return listViews(name)
      .map(keepLetters)
      .some((letters) => this.#short.has(letters) || this.#long.test(letters));
  }
}

function listViews(text: string): readonly string[] {
  const decodedText = decodeEscapes(text);
  return decodedText === text ? [unfold(text)] : [unfold(text), unfold(decodedText)];
}

/** Decodes the escapes of JSON, URLs and HTML. */
export function decodeEscapes(text: string): string {
  return /[\\%&]/.test(text) ? text.replace(ESCAPE, unravel) : text;
}

function unravel(_escape: string, ...[unicode, byte, percent, hexadecimal, decimal]: (string | undefined)[]): string {
  const digits = unicode ?? byte ?? percent ?? hexadecimal;
  const code = digits === undefined ? Number(decimal ?? 32) : Number.parseInt(digits, 16);
  return code > 0x10ffff ? ' ' : String.fromCodePoint(code);
}

/** Replaces full-width letters and the like with the Latin letters that they resemble. */
function unfold(text: string): string {
  return /^[\0-\xa9\xbb-\xff]*$/.test(text) ? text : text.replace(/\p{M}+/gu, '').normalize('NFKC');
}

function keepLetters(text: string): string {
  return text.toLowerCase().replace(/[^0-9a-z]+/g, '');
}

/** The names of members that a schema marks as `secret`, at any depth. */
export function markedMembers(schema: unknown): readonly string[] {
  return typeof schema === 'object' && schema !== null ? markedIn(schema) : [];
}

/** Kept, because a service may use an operation thousands of times. */
const markedIn = oncePer((schema: object): readonly string[] => {
  const inner = Object.values(schema).flatMap(markedMembers);
  if (!('properties' in schema) || !isData(schema.properties)) return inner;
  const members = Object.entries(schema.properties);
  return [...members.flatMap(([name, member]) => (isData(member) && member.secret === true ? [name] : [])), ...inner];
});
