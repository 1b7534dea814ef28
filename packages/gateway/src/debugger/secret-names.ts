import { isData, type Operation } from '@ticketgate/sdk';

import { NameScan } from './name-scan.js';
import { decodeStart, readLetters, readLoosely, type LooseText } from './read-loosely.js';

/** Members whose values are secrets wherever they appear, compared without case and without characters between letters. */
const ALWAYS = [
  'password',
  'sessionid',
  'userpw',
  'challengetoken',
  'apikey',
  'authorization',
  'cookie',
  'twofactortoken',
];
/** A name this long is a secret's name within others too: UserPassword, X-OTRS-Header-SessionID. */
const LONG_NAME = 6;

/** What stands between a name and its value in a form, encoded or not. */
const SEPARATOR = /[=:]|%(?:25)*3[ad]/i;

/** Our name that a mapping makes of all names that match. */
export interface NamePattern {
  readonly target: string;
  matches(name: string): boolean;
}

/** Names of members that hold secrets. */
export class SecretNames {
  readonly #patterns: readonly NamePattern[];
  readonly #marked: ReadonlySet<string>;
  readonly #short: ReadonlySet<string>;
  readonly #long: RegExp;
  readonly #letters: RegExp;
  readonly #scan: NameScan;
  readonly #known = new Map<string, boolean>();
  /** Whether texts have to be looked through without a first glance: what names look like is not known. */
  readonly #isOpen: boolean;

  /** @param marked names besides those that are always secret */
  constructor(marked: Iterable<string> = [], patterns: readonly NamePattern[] = []) {
    this.#patterns = patterns;
    this.#marked = new Set([...marked].map((name) => name.toLowerCase()));
    const latin = [...this.#marked].map(lettersOfName).filter(Boolean);
    const all = [...new Set([...ALWAYS, ...latin])];
    this.#short = new Set(all.filter(({ length }) => length < LONG_NAME));
    const shortest = withoutLonger(all);
    this.#long = new RegExp(shortest.filter(({ length }) => length >= LONG_NAME).join('|'));
    this.#letters = new RegExp(shortest.join('|'), 'g');
    this.#scan = new NameScan(shortest);
    this.#isOpen = patterns.length > 0 || latin.length < this.#marked.size;
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
    const marked = new Set<string>();
    for (const { input, output, headers = {} } of new Set(operations)) {
      for (const name of [...markedIn(input), ...markedIn(output)]) marked.add(name);
      for (const [name, { secret }] of Object.entries(headers)) if (secret === true) marked.add(name);
    }
    const ours = new SecretNames(marked);
    const theirs = [...renamed].flatMap(([other, name]) => (ours.has(name) ? [other] : []));
    const hidden = patterns.filter(({ target }) => ours.has(target));
    return theirs.length > MOST_RENAMED
      ? new SecretNames(marked, [...hidden, patternOf(theirs)])
      : new SecretNames([...marked, ...theirs], hidden);
  }

  /** Whether nobody can list all the names: then a text that cannot be read may have a secret anywhere. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  has(name: string): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const isSecret = this.#isSecret(name);
    // Members of requests and answers have few names; what a client invents is looked at again.
    if (name.length <= LONGEST_KNOWN && this.#known.size < MOST_KNOWN) this.#known.set(name, isSecret);
    return isSecret;
  }

  /**
   * Replaces everything after the first of these names by `mask`: where its value ends cannot be known.
   * Of an address or a form, the other parts stay.
   */
  maskText(text: string, mask: string): string {
    if (!this.occurIn(text)) return text;
    const shown = beginningOf(text);
    return isForm(shown) ? this.#maskForm(shown, mask) : this.#maskRest(shown, mask);
  }

  /** Whether a text may contain one of the names in any form; a few false positives are possible. */
  occurIn(text: string): boolean {
    return this.#isOpen || this.#scan.mayOccurIn(text);
  }

  /** Where the first of the names ends in a text, however it is written; -1 if there is none. */
  firstIn(text: string): number {
    return this.#find(text, () => true);
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
    return viewsOf(name).some(({ letters }) => this.#short.has(letters) || this.#long.test(letters));
  }

  #maskRest(text: string, mask: string): string {
    // What looks like a structure that cannot be read has its secrets anywhere behind a name.
    const isStructure = /^\s*(?:["'[{<]|--)/.test(text);
    const at = this.#find(text, (end) => isStructure || isFollowedByValue(text, end));
    return at < 0 ? text : text.slice(0, at) + mask;
  }

  #maskForm(text: string, mask: string): string {
    // Every other one is the sign between two parts.
    const parts = text.split(/([?&])/);
    let isBehindSecret = false;
    for (let index = 0; index < parts.length; index += 2) {
      const part = parts[index] ?? '';
      const end = index === 0 && !part.includes('=') ? -1 : this.firstIn(part);
      if (end < 0) {
        // What has no name of its own may be the rest of a secret that was not encoded.
        isBehindSecret &&= !SEPARATOR.test(part);
        if (isBehindSecret) parts[index] = mask;
        continue;
      }
      // A name without a value: the next part may be it.
      if (!SEPARATOR.test(part.slice(end))) return parts.slice(0, index + 1).join('') + mask;
      parts[index] = maskValue(part, end, mask);
      isBehindSecret = true;
    }
    return parts.join('');
  }

  #find(text: string, isOne: (end: number) => boolean): number {
    const ends = viewsOf(text).map((view) => this.#findIn(view, isOne));
    const first = Math.min(...ends);
    return first === Infinity ? -1 : first;
  }

  #findIn({ letters, ends }: LooseText, isOne: (end: number) => boolean): number {
    for (const match of letters.matchAll(this.#letters)) {
      const end = ends[match.index + match[0].length - 1] ?? Infinity;
      if (isOne(end)) return end;
    }
    return Infinity;
  }
}

/** Characters of a text that are looked through letter by letter: the debug log shows no more, and it takes its time. */
const LOOKED_THROUGH = 100_000;

/** Whether a text that has to be looked through is recorded as a whole. */
export function isLookedThrough(text: string): boolean {
  return text.length <= LOOKED_THROUGH;
}

/** What is recorded of a text that has to be looked through. */
export function beginningOf(text: string): string {
  if (isLookedThrough(text)) return text;
  return `${text.slice(0, LOOKED_THROUGH)}\n[the other ${text.length - LOOKED_THROUGH} characters are not recorded]`;
}

const LONGEST_KNOWN = 100;
const MOST_KNOWN = 2_000;

/** Characters behind a name that are looked at. */
const SEPARATOR_LENGTH = 60;
/** Between a name and its value: `": "`, `=`, `]=`, `>`, or the empty line before a part of a form. */
const SEPARATED = /^["'\])}(\s\0\\*_-]*(?:[:=>]|\r?\n[ \t]*\r?\n)/;

function isFollowedByValue(text: string, end: number): boolean {
  return SEPARATED.test(decodeStart(text, end, SEPARATOR_LENGTH));
}

/** Pairs joined by `&`, in one line. */
function isForm(text: string): boolean {
  return text.includes('=') && /^[^\s"{<]+$/.test(text);
}

/** With escapes decoded and unchanged: a reader may see either. */
function viewsOf(text: string): readonly LooseText[] {
  const plain = readLetters(text);
  return /[%\\&]/.test(text) ? [plain, readLoosely(text)] : [plain];
}

function lettersOfName(name: string): string {
  return readLetters(name).letters;
}

/** Names that a mapping makes secrets of; looking for more in texts would take too long. */
const MOST_RENAMED = 500;

/** Instead of looking for the names, nothing is shown that may contain them. */
function patternOf(names: readonly string[]): NamePattern {
  const all = new Set(names.map((name) => name.toLowerCase()));
  return { target: '', matches: (name) => all.has(name.toLowerCase()) };
}

/** `newpassword` contains `password`: the same answer in a third of the time. */
function withoutLonger(names: readonly string[]): readonly string[] {
  return names.filter((name) => !names.some((other) => other !== name && name.includes(other)));
}

/** Whether a schema marks a member as `secret`. */
export function marksSecrets(schema: unknown): boolean {
  return markedIn(schema).size > 0;
}

/** A service may have an operation thousands of times. */
const markedBySchema = new WeakMap<object, ReadonlySet<string>>();

function markedIn(schema: unknown): ReadonlySet<string> {
  if (!isData(schema)) return new Set();
  const known = markedBySchema.get(schema);
  if (known !== undefined) return known;
  const marked = new Set<string>();
  collectMarked(schema, marked);
  markedBySchema.set(schema, marked);
  return marked;
}

function collectMarked(schema: unknown, marked: Set<string>): void {
  if (Array.isArray(schema)) for (const part of schema) collectMarked(part, marked);
  if (!isData(schema)) return;
  const { properties } = schema;
  for (const [name, member] of Object.entries(isData(properties) ? properties : {})) {
    if (isData(member) && member.secret === true) marked.add(name);
  }
  for (const part of Object.values(schema)) collectMarked(part, marked);
}

/** Of a part of a form whose name ends at `end`. */
function maskValue(part: string, end: number, mask: string): string {
  const sign = /^[^0-9a-z%]*=/i.exec(part.slice(end))?.[0] ?? '';
  return part.slice(0, end) + sign + mask;
}
