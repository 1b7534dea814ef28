import { declareMessages, type Message } from '@ticketgate/sdk/schema';

import type { YamlPath } from '../yaml/yaml-source.js';
import { gatewayChanges } from '../gateway/gateway-changes.js';
import { operationChanges } from '../operations/operation-changes.js';
import { transportChanges } from '../transport/transport-changes.js';
import { LOSSES, type ChangeRule, type WordedKind } from './change-rule.js';
import type { ChangeMeaning, ValueChange } from './compare-values.js';

/** The first rule that matches a path applies. */
const changeRules: readonly ChangeRule[] = [
  ...operationChanges,
  ...gatewayChanges,
  ...transportChanges,
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

export function interpretChange(change: ValueChange): ChangeMeaning {
  for (const rule of changeRules) {
    const names = matchPath(change.path, rule.at.split('.'));
    if (names === undefined) continue;
    const kind = chooseWording(rule, change);
    const { breaks = [], hasCredentials = false } = rule;
    const isLoss = hasCredentials && LOSSES.includes(kind);
    return {
      ...wordChange(rule, kind, { ...names, before: change.before ?? '', after: change.after ?? '' }),
      breaks: typeof breaks === 'function' ? breaks(change) : breaks.includes(kind),
      ...(isLoss ? { lostCredentials: change.before } : {}),
    };
  }
  return { breaks: false };
}

function wordChange(rule: ChangeRule, kind: WordedKind, values: Readonly<Record<string, string>>) {
  const named = rule[kind] === undefined ? 'any' : kind;
  if (rule[named] === undefined) return {};
  const words = inWords(say(`change.${rule.at}.${named}`, values));
  return named === 'any' ? { ...words, kind: 'changed' as const } : words;
}

function chooseWording(rule: ChangeRule, { kind, before, after }: ValueChange): WordedKind {
  const whole = before === undefined ? 'set' : after === undefined ? 'unset' : kind;
  return rule[whole] === undefined ? kind : whole;
}

/** The keys that match the placeholders of a pattern; undefined if the path does not match. */
function matchPath(path: YamlPath, pattern: readonly string[]): Readonly<Record<string, string>> | undefined {
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

export function inWords({ message: words, ...message }: Message): Omit<ChangeMeaning, 'breaks'> {
  return { words, ...message };
}
