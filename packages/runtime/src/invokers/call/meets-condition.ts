import { compilePerlPattern, isData, isTrue, toText, type Data, oncePer } from '@ticketgate/sdk';

/** Combines the parts of a condition; `xor` requires exactly one of them. */
const LINKS: Readonly<Record<string, (met: readonly boolean[]) => boolean>> = {
  and: (met) => met.every(Boolean),
  or: (met) => met.some(Boolean),
  xor: (met) => met.filter(Boolean).length === 1,
};

/**
 * Whether the subject of an event meets `Events.Condition` of a definition. An invalid condition is never met; `ticketgate check` reports
 * it.
 *
 * @param subject for example a ticket with its dynamic fields; a list matches if one of its entries does
 */
export function meetsCondition(condition: Data, subject: Data): boolean {
  const linking = readLink(condition.ConditionLinking);
  const parts = Object.values(isData(condition.Condition) ? condition.Condition : {});
  const link = LINKS[linking];
  // The family never meets this combination.
  if (linking === 'xor' && parts.some((part) => isData(part) && readLink(part.Type) === 'or')) return false;
  if (link === undefined) return false;
  const met = parts.map((part) => meetsPart(part, subject));
  return met.every((each) => each !== undefined) && link(met);
}

/** Why a condition is met or not: each of its fields, in their order. */
export function compareFields({ Condition }: Data, subject: Data) {
  const parts = Object.values(isData(Condition) ? Condition : {}).filter(isData);
  return parts
    .flatMap(({ Fields }) => Object.entries(isData(Fields) ? Fields : {}))
    .map(([name, field]) => {
      const values = listTexts(subject, name);
      return { name, values, isMet: meetsField(field, values) === true };
    });
}

/** A field of a condition, with the values that it is compared with. */
export type ComparedField = Readonly<ReturnType<typeof compareFields>[number]>;

function readLink(word: unknown): string {
  return isTrue(word) ? toText(word) : 'and';
}

/** Undefined if the part is invalid. */
function meetsPart(part: unknown, subject: Data): boolean | undefined {
  if (!isData(part) || !isData(part.Fields)) return undefined;
  const fields = Object.entries(part.Fields);
  const link = LINKS[readLink(part.Type)];
  if (link === undefined || fields.length === 0) return undefined;
  const met = fields.map(([name, field]) => meetsField(field, listTexts(subject, name)));
  return met.every((each) => each !== undefined) ? link(met) : undefined;
}

/** The texts of a member, or of its entries if it is a list; `Name_0` is the first entry of `Name`. */
function listTexts(subject: Data, name: string): readonly string[] {
  const value = Object.hasOwn(subject, name) ? subject[name] : findListEntry(subject, name);
  return (Array.isArray(value) ? value : [value]).map(toText).filter((text) => text !== '');
}

function findListEntry(subject: Data, name: string): unknown {
  const [, list = '', index] = /^(.*)_(\d+)$/s.exec(name) ?? [];
  const value = Object.hasOwn(subject, list) ? subject[list] : undefined;
  return Array.isArray(value) ? value[Number(index)] : undefined;
}

function meetsField(field: unknown, values: readonly string[]): boolean | undefined {
  if (isData(field) && field.Type === 'Regexp') return meetsPattern(field, values);
  const { Type, Match } = isData(field) ? field : { Type: 'String', Match: field };
  const type = toText(Type) || 'String';
  if (type === 'Array' || type === 'Hash') return meetsStructure(Match);
  const wanted = toText(Match);
  return type === 'String' && wanted !== '' ? values.includes(wanted) : undefined;
}

/** Values are compared as texts, so of all structures only an empty list matches. */
function meetsStructure(Match: unknown): boolean | undefined {
  if (Array.isArray(Match)) return Match.length === 0;
  return isData(Match) ? false : undefined;
}

/** The pattern of a field: writes wait for conditions, so each pattern is compiled once. */
const compileMatch = oncePer(({ Match }: Data) =>
  isTrue(Match) ? compilePerlPattern(toText(Match), 'part') : undefined,
);

function meetsPattern(field: Data, values: readonly string[]): boolean | undefined {
  const pattern = compileMatch(field);
  return pattern && values.some((value) => pattern.test(value));
}
