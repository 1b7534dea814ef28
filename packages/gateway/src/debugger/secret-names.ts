import { isData, type Operation } from '@ticketgate/sdk';

/** Members whose values are secrets wherever they appear, compared without case. */
const ALWAYS = [
  'password',
  'newpassword',
  'sessionid',
  'userpw',
  'userpassword',
  'userchallengetoken',
  'challengetoken',
  'apikey',
  'x-api-key',
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'twofactortoken',
  'x-otrs-header-password',
  'x-otrs-header-sessionid',
  'x-otrs-header-twofactortoken',
];

/** Names of members that hold secrets. */
export class SecretNames {
  readonly #names: ReadonlySet<string>;
  readonly #anywhere: RegExp;
  readonly #named: RegExp;
  readonly #shortest: number;
  readonly #longest: number;

  /** @param marked names besides those that are always secret */
  constructor(marked: Iterable<string> = []) {
    this.#names = new Set([...ALWAYS, ...[...marked].map((name) => name.toLowerCase())]);
    const lengths = [...this.#names].map(({ length }) => length);
    this.#shortest = Math.min(...lengths);
    this.#longest = Math.max(...lengths);
    const written = [...this.#names, 'api-key'];
    const all = written.map(escaped).join('|');
    this.#anywhere = new RegExp(withoutLonger(written).map(escaped).join('|'), 'iu');
    this.#named = namedValues(all);
  }

  /**
   * With the members that the schemas of operations mark as `secret`, and those that clients have instead of them.
   *
   * @param renamed pairs of a client's name and ours
   */
  static of(operations: Iterable<Operation>, renamed: Iterable<readonly [string, string]>): SecretNames {
    const marked = new Set<string>();
    for (const { input, output } of operations) for (const schema of [input, output]) collectMarked(schema, marked);
    const ours = new SecretNames(marked);
    for (const [theirs, name] of renamed) if (ours.has(name)) marked.add(theirs);
    return new SecretNames(marked);
  }

  has(name: string): boolean {
    const { length } = name;
    return length >= this.#shortest && length <= this.#longest && this.#names.has(name.toLowerCase());
  }

  /** Puts `mask` in the place of values that stand behind these names in a text, whatever its format. */
  maskText(text: string, mask: string): string {
    return this.occurIn(text) ? text.replace(this.#named, `$1${mask}`) : text;
  }

  /** Whether a text has one of the names anywhere, in whatever case. */
  occurIn(text: string): boolean {
    return text.length >= this.#shortest && this.#anywhere.test(text);
  }
}

/** `"Password": "…"`, `Password=…`, `Data[Password]=…`, `<Password>…`: in texts that are no JSON, or are broken. */
function namedValues(names: string): RegExp {
  const value = String.raw`"(?:[^"\\]|\\.)*"?|'[^']*'?|\[[^\]]*|\{[^}]*|[^\r\n&;,}<]+`;
  return new RegExp(String.raw`((?:${names})(?:["'\]]|%5D|%22)*\s*(?:[:=>]|%3[AD])+\s*)(${value})`, 'gi');
}

/** Where `newpassword` stands, `password` does: a third of the time for the same answer. */
function withoutLonger(names: readonly string[]): readonly string[] {
  return names.filter((name) => !names.some((other) => other !== name && name.includes(other)));
}

/** A name as a part of regular expressions, with and without the flag u. */
function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
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
