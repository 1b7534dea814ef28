import { declareMessages, type Message } from '@ticketgate/sdk/schema';

import type { YamlPath } from '../yaml/yaml-source.js';
import type { ChangeKind, ChangeMeaning, ValueChange } from './compare-values.js';

/** Kinds of changes; `set` and `unset`: of a list that is new or gone as a whole. */
type WordedKind = ChangeKind | 'set' | 'unset';

interface Rule extends Partial<Readonly<Record<WordedKind, string>>> {
  /** A path, in which `{name}` stands for any key, and `**` at its end for any further keys. */
  readonly at: string;
  /** What it says of all kinds of changes. */
  readonly any?: string;
  /** Default: none. */
  readonly breaks?: readonly WordedKind[] | ((change: ValueChange) => boolean);
  /** Whether values are credentials: those that are removed or changed are lost. */
  readonly hasCredentials?: true;
}

const ALL: readonly WordedKind[] = ['added', 'removed', 'changed'];
const LOSSES: readonly WordedKind[] = ['removed', 'changed'];
const OPERATION = 'Provider.Operation.{operation}';
const GATEWAY = 'Gateway';
const CONFIG = 'Provider.Transport.Config';

/** The first one that fits a path counts. */
const changeRules: readonly Rule[] = [
  { at: OPERATION, added: '{operation} is a new operation.', removed: '{operation} is gone.', breaks: LOSSES },
  { at: `${OPERATION}.Type`, changed: '{operation} is {after}, no longer {before}.', breaks: ALL },
  { at: `${OPERATION}.Description`, any: '{operation} is described in other words.' },
  {
    at: `${OPERATION}.MappingInbound.Config.KeyMapExact.{name}`,
    added: '{operation} takes {name} as {after}.',
    removed: '{operation} no longer takes {name} as {before}.',
    changed: '{operation} takes {name} as {after}, no longer as {before}.',
    breaks: LOSSES,
  },
  {
    at: `${OPERATION}.MappingInbound.Config.KeyMapDefault.MapType`,
    any: '{operation} treats members that its mapping does not name in another way.',
    breaks: ({ after }) => after !== 'Keep',
  },
  { at: `${OPERATION}.MappingInbound.**`, any: '{operation} maps requests in another way.', breaks: LOSSES },
  {
    at: `${OPERATION}.MappingOutbound.Config.KeyMapExact.{name}`,
    added: '{operation} answers {after} instead of {name}.',
    removed: '{operation} answers {name}, no longer {before}.',
    changed: '{operation} answers {after}, no longer {before}.',
    breaks: ALL,
  },
  { at: `${OPERATION}.MappingOutbound.**`, any: '{operation} maps answers in another way.', breaks: ALL },
  { at: `${OPERATION}.**`, any: '{operation} works with other settings.', breaks: ALL },
  {
    at: `${GATEWAY}.Authentication.Accept`,
    set: 'Clients can only authenticate with {after}.',
    added: 'Clients can also authenticate with {after}.',
    removed: 'Clients can no longer authenticate with {before}.',
    changed: 'Clients can authenticate with {after}, no longer with {before}.',
    unset: 'Clients authenticate as in other web services, no longer with {before} only.',
    breaks: ['set', 'unset', ...LOSSES],
    hasCredentials: true,
  },
  {
    at: `${GATEWAY}.Authentication.OnlyAgents`,
    set: 'Only {after} may call it.',
    added: '{after} may call it, too.',
    removed: '{before} may no longer call it.',
    changed: '{after} may call it, and no longer {before}.',
    unset: 'Others may call it, too, not only {before}.',
    breaks: ['set', ...LOSSES],
  },
  { at: `${GATEWAY}.Authentication.**`, any: 'Clients authenticate in another way.', breaks: ALL },
  {
    at: `${CONFIG}.MaxLength`,
    changed: 'Requests may have {after} bytes, no longer {before}.',
    breaks: ({ before, after }) => Number(after) < Number(before),
  },
  { at: `${GATEWAY}.RateLimit.**`, any: 'Another number of requests is allowed in a time.', breaks: ALL },
  {
    at: `${GATEWAY}.Transport.Timeout`,
    changed: 'A request may take {after} seconds, no longer {before}.',
    breaks: ({ before, after }) => Number(after) < Number(before),
  },
  {
    at: `${GATEWAY}.BasePath`,
    added: 'It is served at {after}, too.',
    removed: 'It is no longer served at {before}.',
    changed: 'It is served at {after}, no longer at {before}.',
    breaks: LOSSES,
  },
  { at: `${GATEWAY}.Profile`, any: 'Requests and answers follow another profile.', breaks: ALL },
  { at: `${GATEWAY}.Debug.**`, any: 'Other requests are recorded in the debug log.' },
  { at: `${GATEWAY}.**`, any: 'Requests and answers follow other settings.', breaks: ALL },
  { at: `${CONFIG}.AdditionalHeaders.**`, any: 'Answers have other headers.', breaks: LOSSES },
  { at: 'Provider.**', any: 'Requests are received in another way.', breaks: ALL },
  { at: 'Debugger.**', any: 'Other requests are recorded in the debug log.' },
  { at: 'Requester.**', any: 'Its invokers send in another way.' },
  { at: 'Description', any: 'It is described in other words.' },
];

const say = declareMessages(
  Object.fromEntries(
    changeRules.flatMap(({ at, breaks: _breaks, hasCredentials: _has, ...texts }) =>
      Object.entries(texts).map(([kind, text]) => [`change.${at}.${kind}`, text]),
    ),
  ),
);

/** What a change at a path means for clients. */
export function meaningOf(change: ValueChange): ChangeMeaning {
  for (const rule of changeRules) {
    const names = namesIn(change.path, rule.at.split('.'));
    if (names === undefined) continue;
    const kind = kindOf(rule, change);
    const { breaks = [], hasCredentials = false } = rule;
    const isLoss = hasCredentials && LOSSES.includes(kind);
    return {
      ...wordsOf(rule, kind, { ...names, before: change.before ?? '', after: change.after ?? '' }),
      breaks: typeof breaks === 'function' ? breaks(change) : breaks.includes(kind),
      ...(isLoss ? { lostCredentials: change.before } : {}),
    };
  }
  return { breaks: false };
}

function wordsOf(rule: Rule, kind: WordedKind, values: Readonly<Record<string, string>>) {
  const named = rule[kind] === undefined ? 'any' : kind;
  return rule[named] === undefined ? {} : inWords(say(`change.${rule.at}.${named}`, values));
}

function kindOf(rule: Rule, { kind, before, after }: ValueChange): WordedKind {
  const whole = before === undefined ? 'set' : after === undefined ? 'unset' : kind;
  return rule[whole] === undefined ? kind : whole;
}

/** The keys that a pattern leaves open; undefined where it does not fit. */
function namesIn(path: YamlPath, pattern: readonly string[]): Readonly<Record<string, string>> | undefined {
  const isOpen = pattern.at(-1) === '**';
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? path.length < fixed.length : path.length !== fixed.length) return undefined;
  const names: Record<string, string> = {};
  for (const [place, part] of fixed.entries()) {
    const key = String(path[place]);
    if (part.startsWith('{')) names[part.slice(1, -1)] = key;
    else if (part !== key) return undefined;
  }
  return names;
}

/** A message as the words of a change. */
export function inWords({ message: words, ...message }: Message): Omit<ChangeMeaning, 'breaks'> {
  return { words, ...message };
}
