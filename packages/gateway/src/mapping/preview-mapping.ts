import { isDeepStrictEqual } from 'node:util';
import { mappingRules, patternProblems, type MappingDefinition } from '@ticketgate/definition';
import { findPlace, XsltError, type TemplatePlace } from '@ticketgate/definition/xslt';
import { isData, type Data } from '@ticketgate/sdk';
import { declareMessages, type Message } from '@ticketgate/sdk/schema';

import { Failure } from '../failure.js';
import { compileMapping } from './compile-mapping.js';
import { BrokenPattern } from './simple-mapping.js';
import type { MappingObserver } from './mapping.js';

export interface MappingPreview {
  /** Null if the mapping fails. */
  readonly result: unknown;
  /** Pairs that were dropped although a rule names them, and types that a template has lost. */
  readonly notices: readonly Message[];
  /** The reason of a failure, or null. */
  readonly error: string | null;
  /** The same for other languages, where the definition of the mapping is the reason. */
  readonly errorMessage?: Message;
  /** The place of the failure in the template. */
  readonly place?: TemplatePlace;
  /** Patterns that do not compile, including those that the data does not reach. */
  readonly patterns: ReturnType<typeof patternProblems>;
  /** How each member was mapped; empty unless both sides are objects. */
  readonly members: readonly MappedMember[];
}

/** Characters compared with patterns, as in requests without another limit. */
const CHARACTERS = 10_000_000;
/** Notices that are kept. */
const MOST_NOTICES = 100;

/** Maps data without a request. */
export async function previewMapping(definition: MappingDefinition, data: unknown): Promise<MappingPreview> {
  const notices: Message[] = [];
  const observer = new MemberTracker();
  const rules = mappingRules(definition);
  const patterns = rules === undefined ? [] : patternProblems(rules);
  try {
    const mapping = compileMapping(definition);
    const notice = (sentence: Message) => {
      if (notices.length < MOST_NOTICES) notices.push(sentence);
    };
    const result = mapping === undefined ? data : await mapping.map(data, { notice, observer, characters: CHARACTERS });
    if (definition.kind === 'xslt' && isData(data)) notices.push(...lostTypes(data, result));
    if (!isData(data) || !isData(result)) return { result, notices, error: null, patterns, members: [] };
    const isTracked = definition.kind === 'simple';
    const members = isTracked ? observer.members(data, result) : compareMembers(definition, data, result);
    return { result, notices, error: null, patterns, members };
  } catch (reason) {
    return { result: null, notices, patterns, members: [], ...whyFailed(definition, reason) };
  }
}

function whyFailed(definition: MappingDefinition, reason: unknown) {
  if (definition.kind === 'broken') return { error: definition.reason.message, errorMessage: definition.reason };
  if (reason instanceof BrokenPattern) return { error: reason.message };
  if (!(reason instanceof Failure)) throw reason;
  const { cause } = reason;
  const message = cause instanceof Error ? cause.message : reason.message;
  const line = cause instanceof XsltError ? cause.line : undefined;
  if (definition.kind !== 'xslt' || line === undefined) return { error: message };
  return { error: message, place: findPlace(definition.config.template, { line, message }) };
}

/** Most sentences about lost types. */
const MOST = 20;
/** Texts that occur too often to know their origin. */
const COMMON = new Set(['0', '1']);

const say = declareMessages({
  'mapping.list': `"{name}" was a list and is none now. json:list="true" at its element keeps it.`,
  'mapping.type': `"{name}" is the text "{text}" now; it was a {type}. json:type="{type}" at its element keeps it.`,
});

/** Says which numbers, booleans and lists of the data a template has turned into texts, because XML has no other types. */
function lostTypes(data: Data, result: unknown): readonly Message[] {
  const lists = new Set<string>();
  const types = new Map<string, string>();
  eachMember(data, (name, value) => {
    if (Array.isArray(value) && value.length > 0) lists.add(name);
    if (typeof value !== 'number' && typeof value !== 'boolean') return;
    types.set(`${name} ${value}`, typeof value);
    if (!COMMON.has(String(value))) types.set(String(value), typeof value);
  });
  const found = new Map<string, Message>();
  const add = (sentence: Message) => found.set(sentence.message, sentence);
  eachMember(result, (name, value) => {
    if (lists.has(name) && !Array.isArray(value)) add(say('mapping.list', { name }));
    const type = typeof value === 'string' ? (types.get(`${name} ${value}`) ?? types.get(value)) : undefined;
    if (type !== undefined) add(say('mapping.type', { name, text: String(value), type }));
  });
  return [...found.values()].slice(0, MOST);
}

function eachMember(value: unknown, tell: (name: string, value: unknown) => void): void {
  if (Array.isArray(value)) for (const item of value) eachMember(item, tell);
  else if (isData(value)) {
    for (const [name, inner] of Object.entries(value)) {
      tell(name, inner);
      eachMember(inner, tell);
    }
  }
}

export const FATES = ['kept', 'changed', 'dropped', 'made'] as const;

/** Keys below the Config of a mapping. */
type RulePath = readonly string[];

export interface MappedMember {
  /** Null if the mapping has created it. */
  readonly from: string | null;
  /** Null if it was dropped. */
  readonly to: string | null;
  readonly fate: (typeof FATES)[number];
  /** The rules that applied to its name and its value; null if there was none. */
  readonly keyRule: RulePath | null;
  readonly valueRule: RulePath | null;
}

class MemberTracker implements MappingObserver {
  readonly #seen: Pick<MappedMember, 'from' | 'to' | 'keyRule' | 'valueRule'>[] = [];
  #rules: { key: RulePath | null; value: RulePath | null } = { key: null, value: null };

  rule(part: 'key' | 'value', path: RulePath): void {
    this.#rules = { ...this.#rules, [part]: path };
  }

  member(from: string, to: string | undefined): void {
    const { key: keyRule, value: valueRule } = this.#rules;
    this.#seen.push({ from, to: to ?? null, keyRule, valueRule });
    this.#rules = { key: null, value: null };
  }

  /** @param data before the mapping */
  members(data: Data, result: Data): readonly MappedMember[] {
    // A later member with the same new name replaces it.
    const lasts = new Map(this.#seen.map((each) => [each.to, each]));
    return this.#seen.map((each) => {
      const to = lasts.get(each.to) === each ? each.to : null;
      const isSame = to === each.from && isDeepStrictEqual(data[each.from ?? ''], result[to ?? '']);
      return { ...each, to, fate: to === null ? 'dropped' : isSame ? 'kept' : 'changed' };
    });
  }
}

/** Compares input and output of a mapping without rules for members. */
function compareMembers({ kind }: MappingDefinition, data: Data, result: Data): readonly MappedMember[] {
  const rule = kind === 'xslt' ? ['Template'] : kind === 'test' ? ['TestOption'] : null;
  const before = Object.keys(data).map((name): MappedMember => {
    if (!Object.hasOwn(result, name)) return { from: name, to: null, fate: 'dropped', keyRule: rule, valueRule: null };
    const isSame = isDeepStrictEqual(data[name], result[name]);
    const valueRule = isSame ? null : rule;
    return { from: name, to: name, fate: isSame ? 'kept' : 'changed', keyRule: null, valueRule };
  });
  const made = Object.keys(result).filter((name) => !Object.hasOwn(data, name));
  return [
    ...before,
    ...made.map((to): MappedMember => ({ from: null, to, fate: 'made', keyRule: rule, valueRule: null })),
  ];
}
