import { compilePerlPattern } from '@ticketgate/definition';
import { isData, isTrue, textOf, type Data, type TextPattern } from '@ticketgate/sdk';

/** How many parts of a condition are met: `xor` is exactly one. Undefined for a word that links nothing. */
const LINKS: Readonly<Record<string, (met: readonly boolean[]) => boolean>> = {
  and: (met) => met.every(Boolean),
  or: (met) => met.some(Boolean),
  xor: (met) => met.filter(Boolean).length === 1,
};

/**
 * Whether an event calls an invoker: `Events.Condition` of a definition compared with what the event happened to. A condition that cannot
 * be understood is never met; `ticketgate check` reports it.
 *
 * @param subject for example a ticket with its dynamic fields; lists match by any of their entries
 */
export function meetsCondition(condition: Data, subject: Data): boolean {
  const linking = linkOf(condition.ConditionLinking);
  const parts = Object.values(isData(condition.Condition) ? condition.Condition : {});
  const link = LINKS[linking];
  // The family never fires it.
  if (linking === 'xor' && parts.some((part) => isData(part) && linkOf(part.Type) === 'or')) return false;
  if (link === undefined) return false;
  const met = parts.map((part) => meetsPart(part, subject));
  return !met.includes(undefined) && link(met as boolean[]);
}

function linkOf(word: unknown): string {
  return isTrue(word) ? textOf(word) : 'and';
}

/** Undefined: it cannot be understood. */
function meetsPart(part: unknown, subject: Data): boolean | undefined {
  if (!isData(part) || !isData(part.Fields)) return undefined;
  const fields = Object.entries(part.Fields);
  const link = LINKS[linkOf(part.Type)];
  if (link === undefined || fields.length === 0) return undefined;
  const met = fields.map(([name, field]) => meetsField(field, valuesOf(subject, name)));
  return met.includes(undefined) ? undefined : link(met as boolean[]);
}

/** The texts of a member, or of the entries of a list; `Name_0` is the first entry of `Name`. */
function valuesOf(subject: Data, name: string): readonly string[] {
  const value = Object.hasOwn(subject, name) ? subject[name] : entryOf(subject, name);
  return (Array.isArray(value) ? value : [value]).map(textOf).filter((text) => text !== '');
}

function entryOf(subject: Data, name: string): unknown {
  const [, list = '', index] = /^(.*)_(\d+)$/s.exec(name) ?? [];
  const value = Object.hasOwn(subject, list) ? subject[list] : undefined;
  return Array.isArray(value) ? value[Number(index)] : undefined;
}

function meetsField(field: unknown, values: readonly string[]): boolean | undefined {
  if (isData(field) && field.Type === 'Regexp') return meetsPattern(field, values);
  const { Type, Match } = isData(field) ? field : { Type: 'String', Match: field };
  const type = textOf(Type) || 'String';
  if (type === 'Array' || type === 'Hash') return meetsStructure(Match);
  const wanted = textOf(Match);
  return type === 'String' && wanted !== '' ? values.includes(wanted) : undefined;
}

/** Members are compared by their texts, so only an empty list is met. */
function meetsStructure(Match: unknown): boolean | undefined {
  if (Array.isArray(Match)) return Match.length === 0;
  return isData(Match) ? false : undefined;
}

/** Compiled once for each published definition: writes wait for it. */
const patterns = new WeakMap<Data, TextPattern | undefined>();

function meetsPattern(field: Data, values: readonly string[]): boolean | undefined {
  const { Match } = field;
  if (!patterns.has(field)) patterns.set(field, isTrue(Match) ? compilePerlPattern(textOf(Match), 'part') : undefined);
  const pattern = patterns.get(field);
  return pattern && values.some((value) => pattern.test(value));
}
