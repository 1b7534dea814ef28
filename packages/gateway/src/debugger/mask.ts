import { isData, type Data } from '@ticketgate/sdk';

import { parseJson } from '../json/parse-json.js';
import type { JsonText, JsonTexts } from './json-texts.js';
import { hasLongRun } from './long-run.js';
import { beginningOf, isLookedThrough, type SecretNames } from './secret-names.js';

/** What replaces a secret. */
export const MASK = '*******';

/** A shorter secret is masked only by the name of its member: as a text it could be any word. */
const SHORTEST_TEXT = 4;
/** What looks like a session id or an API key, anywhere. */
const TOKEN = /\b(?:[0-9]{39}|[0-9A-Za-z]{32}|tg_[0-9A-Za-z_-]{20,})\b/g;
/** The number of consecutive characters in the shortest of them. */
const SHORTEST_TOKEN = 23;
/** No honest request has this many secrets; one with more is masked entirely, because searching for all of them would take long. */
const MOST = 20;
/** Times that JSON within JSON is read. */
const DEEPEST = 5;
/**
 * Session values are listed as pairs: { Key: 'UserPw', Value: '…' }; dynamic fields have a Name instead. A client that makes mistakes
 * may have other signs between the letters.
 */
const KEY = namedLike('key', 'name');
const VALUE = namedLike('value');
/** The same in JSON and in URLs. */
const PLAIN = /^[\w.-]*$/;

/** Without what looks like a session id or an API key. */
export function maskTokens(text: string): string {
  return hasLongRun(text, SHORTEST_TOKEN) ? text.replace(TOKEN, MASK) : text;
}

/** All texts in `value` with secret names. */
export function collectSecrets(value: unknown, names: SecretNames, found: Set<string>): void {
  if (Array.isArray(value)) {
    for (const entry of value) collectSecrets(entry, names, found);
  } else if (isData(value)) {
    for (const name of Object.keys(value)) {
      if (names.has(name)) collectTexts(value[name], found);
      else collectSecrets(value[name], names, found);
    }
  }
}

function collectTexts(value: unknown, found: Set<string>): void {
  if (typeof value === 'string' || typeof value === 'number') found.add(String(value));
  else if (typeof value === 'object' && value !== null)
    Object.values(value).forEach((inner) => {
      collectTexts(inner, found);
    });
}

/** Masks what was recorded of one request: by the names of members and, in texts, by what they are. */
export class Mask {
  readonly #names: SecretNames;
  readonly #own: readonly string[];
  readonly #masksAll: boolean;
  /** Whether the secrets of the request appear unescaped in JSON. */
  readonly #isPlain: boolean;
  readonly #plain: JsonTexts;
  readonly #texts = new Map<object, string>();
  #isCut = false;

  /** @param secrets the request's own */
  constructor(names: SecretNames, secrets: ReadonlySet<string>, plain: JsonTexts) {
    this.#names = names;
    this.#plain = plain;
    this.#masksAll = secrets.size > MOST;
    this.#own = this.#masksAll ? [] : formsOfAll(secrets);
    this.#isPlain = this.#own.every((secret) => PLAIN.test(secret));
  }

  /** Whether a text was too long to be looked through to its end, so that this is missing. */
  get isCut(): boolean {
    return this.#isCut;
  }

  text(text: string, depth = 0): string {
    if (this.#masksAll) return MASK;
    return this.#nested(text, depth) ?? this.#plainText(this.#withoutKnown(text));
  }

  #plainText(text: string): string {
    this.#isCut ||= !isLookedThrough(text) && this.#names.occurIn(text);
    return this.#names.maskText(text, MASK);
  }

  /** A text that came and cannot be read: it is kept up to the first name of secrets, however that is written. */
  unread(text: string): string {
    if (this.#masksAll) return MASK;
    if (this.#names.isOpen)
      return 'Not recorded: it cannot be read, and a mapping makes names of secrets by a pattern.';
    const shown = beginningOf(text);
    this.#isCut ||= shown !== text;
    const end = this.#names.firstIn(shown);
    return end < 0 ? this.#withoutKnown(shown) : `${this.#withoutKnown(shown.slice(0, end))}${MASK}`;
  }

  /** Without the request's own secrets, and what looks like some. */
  #withoutKnown(text: string): string {
    let masked = text;
    for (const secret of this.#own) if (masked.includes(secret)) masked = masked.replaceAll(secret, MASK);
    return maskTokens(masked);
  }

  /** JSON within a text, which may be encoded several times; undefined for other texts. */
  #nested(text: string, depth: number): string | undefined {
    if (!/^\s*["[{]/.test(text) || depth > DEEPEST) return undefined;
    const value = parseJson(text);
    if (value === undefined) return undefined;
    const masked = typeof value === 'string' ? this.text(value, depth + 1) : this.data(value, depth + 1);
    // A name that comes twice has its first value in the text alone.
    return masked === value && !this.#names.occurIn(text) ? text : JSON.stringify(masked);
  }

  /** Masked, as JSON. The same data appears at several points of a trace. */
  json(value: object): string {
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const plain = this.#plain.of(value);
    const text = this.#mayHoldSecrets(plain) ? this.#plain.stringify(this.data(value)) : plain.json;
    this.#texts.set(value, text);
    return text;
  }

  /** Whether JSON has anything that looks like what is masked: most has not, and need not be looked through member by member. */
  #mayHoldSecrets({ json, hasSecretName }: JsonText): boolean {
    if (hasSecretName || this.#masksAll || !this.#isPlain) return true;
    return this.#own.some((secret) => json.includes(secret)) || hasLongRun(json, SHORTEST_TOKEN);
  }

  /** The same data where nothing of it is secret, which is most of it; else a copy. */
  data(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value, depth);
    if (Array.isArray(value)) return this.#entries(value, depth);
    return isData(value) ? this.#members(value, depth) : value;
  }

  #isSecretName(value: unknown): boolean {
    return typeof value === 'string' && this.#names.has(value);
  }

  #entries(entries: readonly unknown[], depth: number): readonly unknown[] {
    const masked = entries.map((entry) => this.data(entry, depth));
    return masked.every((entry, index) => entry === entries[index]) ? entries : masked;
  }

  #members(value: Data, depth: number): Data {
    const names = Object.keys(value);
    const isSecretPair = names.some((name) => KEY.test(name) && this.#isSecretName(value[name]));
    const maskedNames = names.map((name) => this.text(name, depth));
    const masked = names.map((name) => {
      const isSecret = this.#names.has(name) || (isSecretPair && VALUE.test(name));
      const inner = value[name];
      return isSecret && inner !== null && inner !== undefined ? MASK : this.data(inner, depth);
    });
    if (names.every((name, index) => maskedNames[index] === name && masked[index] === value[name])) return value;
    return Object.fromEntries(maskedNames.map((name, index) => [name, masked[index]]));
  }
}

function namedLike(...names: readonly string[]): RegExp {
  const gap = '[^0-9a-z]*';
  const loose = names.map((name) => Array.from(name).join(gap));
  return new RegExp(`^${gap}(?:${loose.join('|')})${gap}$`, 'i');
}

/** The secrets in each form that they may have come in, the longest first, since it may contain shorter ones. */
function formsOfAll(secrets: ReadonlySet<string>): readonly string[] {
  const forms = new Set([...secrets].filter(({ length }) => length >= SHORTEST_TEXT).flatMap(formsOf));
  return [...forms].sort((a, b) => b.length - a.length);
}

function formsOf(secret: string): readonly string[] {
  if (PLAIN.test(secret)) return [secret];
  // Half a surrogate pair cannot be encoded.
  const encoded = encodeURIComponent(secret.replace(/\p{Cs}/gu, '\ufffd'));
  return [secret, JSON.stringify(secret).slice(1, -1), encoded, encoded.replaceAll('%20', '+')];
}
