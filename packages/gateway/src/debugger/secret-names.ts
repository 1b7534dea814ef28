import { SECRET_WORDS, type Operation } from '@ticketgate/sdk';

import { decodeEscapes, lettersOf } from './letters.js';
import { markedMembers } from './marked-members.js';

/** A marked name this long is one within others, too, as the words of all secrets are. */
const LONG_NAME = 6;
/** Names that schemas and mappings make secrets of. With more, no text is shown that may have one: looking for all would take too long. */
const MOST_MARKED = 500;
/** Requests and answers have few names; what a client invents is looked at again. */
const MOST_KNOWN = 2_000;
/** Between the letters of a name, also in JSON. */
const GAP = String.raw`[^0-9a-z]*(?:\\[bfnrt][^0-9a-z]*)*`;
/** What a reader may take for a letter of a name. */
const UNUSUAL = String.raw`%[2-7]|&#|[\u00aa-\u00ba\u0130-\u036f\u1d00-\u1dff\u2070-\u33ff\ud800-\uffff]`;
const UNUSUAL_IN_TEXT = new RegExp(String.raw`\\|${UNUSUAL}`);
const UNUSUAL_IN_JSON = new RegExp(String.raw`\\[ux\\]|${UNUSUAL}`);

/** Our name that a mapping makes of all names that match. */
export interface NamePattern {
  readonly target: string;
  matches(name: string): boolean;
}

/** Names of members that hold secrets, compared by their letters and digits. */
export class SecretNames {
  /** Nobody can list all the names: a text that cannot be read may have a secret anywhere. */
  readonly isOpen: boolean;
  readonly #patterns: readonly NamePattern[];
  readonly #marked: ReadonlySet<string>;
  readonly #short: ReadonlySet<string>;
  readonly #long: RegExp;
  readonly #any: RegExp;
  readonly #loose: RegExp;
  readonly #known = new Map<string, boolean>();

  /** @param marked names besides those that are always secret */
  constructor(marked: Iterable<string> = [], patterns: readonly NamePattern[] = []) {
    this.#patterns = patterns;
    this.#marked = new Set([...marked].map((name) => name.toLowerCase()));
    const latin = new Set([...this.#marked].map(lettersOf).filter(Boolean));
    const isListed = this.#marked.size <= MOST_MARKED;
    this.isOpen = patterns.length > 0 || latin.size < this.#marked.size || !isListed;
    const listed = isListed ? [...latin] : [];
    const all = [...SECRET_WORDS, ...listed];
    this.#short = new Set(listed.filter(({ length }) => length < LONG_NAME));
    this.#long = new RegExp(all.filter((name) => !this.#short.has(name)).join('|'));
    this.#any = new RegExp(all.join('|'));
    // Of `\t` no name begins with the t, or a text full of tabs would take quadratic time.
    this.#loose = new RegExp(all.map((name) => String.raw`(?<!\\)` + Array.from(name).join(GAP)).join('|'), 'i');
  }

  /**
   * With the members that the schemas of operations mark as `secret`, and those that clients have instead of them.
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
    return this.#loose.test(text) || this.isOpen || (UNUSUAL_IN_TEXT.test(text) && this.#occurIn(text));
  }

  /** The same of JSON, most of which has escapes. */
  occurInJson(json: string): boolean {
    return this.#loose.test(json) || this.isOpen || (UNUSUAL_IN_JSON.test(json) && this.#occurIn(json));
  }

  /** Where the first of the names ends in a text; -1 if there is none. */
  firstIn(text: string): number {
    if (!this.#occurIn(text)) return -1;
    let [without, end] = [0, text.length];
    while (end - without > 1) {
      const middle = Math.ceil((without + end) / 2);
      if (this.#occurIn(text.slice(0, middle))) end = middle;
      else without = middle;
    }
    return end;
  }

  /** What follows the names in a query string: its readers end values at `;` and `=`, which a secret may contain. */
  valuesIn(query: string): readonly string[] {
    return query.split('&').flatMap((part) => {
      const end = this.firstIn(part);
      return end < 0 ? [] : part.slice(end).split(/[;=]/);
    });
  }

  #isSecret(name: string): boolean {
    if (this.#marked.has(name.toLowerCase()) || this.#patterns.some((pattern) => pattern.matches(name))) return true;
    return viewsOf(name).some((letters) => this.#short.has(letters) || this.#long.test(letters));
  }

  #occurIn(text: string): boolean {
    return viewsOf(text).some((letters) => this.#any.test(letters));
  }
}

/** With escapes unchanged and decoded: a reader may see either. */
function viewsOf(text: string): readonly string[] {
  return [...new Set([text, decodeEscapes(text)])].map(lettersOf);
}
