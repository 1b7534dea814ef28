import { suggest, withSuggestion, type Data, type Directory } from '@ticketgate/sdk';

import type { CatalogueEntry, Entries, Catalogue } from '../../catalogue/catalogue.js';
import { invalid, shown } from '../../request/input-errors.js';
import { entryCriteria, agentParameters } from '../conditions/catalogue-criteria.js';
import { conditionParameters } from '../conditions/text-criteria.js';
import { TIMES_OF_TICKETS } from '../conditions/time-criteria.js';
import { MINUTES, TIME_FORMS, isDate, isMinutes } from '../parameters/read-time-limits.js';
import { readIDs, readList, readText } from '../parameters/read-parameter.js';
import { parseCondition } from '../condition-language/parse-condition.js';
import type { SearchSources } from '../statement/condition.js';
import { readSortOrder, SORT_KEYS } from '../sort-order.js';
import { isInCategory } from './read-strict-search.js';
import { requireClearFields, requireConditions } from './require-clear-fields.js';
import { textOf } from '../../request/family-values.js';
import { readFieldEntries, searchableField } from '../conditions/dynamic-field-criteria.js';

/**
 * Refuses what can only be a mistake, in profile contract and in operations that the family does not have. In the family, such a search
 * finds nothing.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireClearSearch(sources: SearchSources, directory: Directory, operation: string): void {
  const { input, catalogue, caller } = sources;
  const isAgent = caller.type === 'User';
  requireKnownFields(input, catalogue, operation);
  requireClearFields(input, catalogue, operation);
  for (const name of conditionParameters) requireConditions(name, input[name], operation);
  requireLogin(input, operation);
  for (const parameter of WORDS) requireWord(input, parameter, operation);
  for (const { names, ids, label, entriesOf } of entryCriteria) {
    requireKnown(input, { names, ids, label, entries: entriesOf(catalogue), isAgent }, operation);
  }
  for (const name of agentParameters) requireAgents(input, name, { directory, operation });
  for (const [, prefix] of TIME_FORMS) requireNumber(`${prefix}Point`, input, operation);
  for (const prefix of [...TIMES_OF_TICKETS, 'ArticleCreateTime']) requireTimes(prefix, input, operation);
  requireOrder(sources, operation);
}

/** A blank in an address was a `+` before the URL was read. */
function requireLogin(input: Data, operation: string): void {
  const name = 'CustomerUserLogin';
  const isDecoded = (login: string) => /^[^\s"]\S* [^@]*@\S+$/.test(login) && parseCondition(login)?.kind === 'term';
  const wrong = readList(input, name)?.find((login) => login !== null && isDecoded(login)) ?? undefined;
  if (wrong === undefined) return;
  const written = `"${wrong.replaceAll(' ', '%2B')}"`;
  throw invalid(operation, `${name} is ${shown(wrong)}. In a URL, + is a blank; write ${written}, with the quotes.`);
}

interface KnownEntries {
  readonly names: string;
  readonly ids: string;
  /** The noun for one entry. */
  readonly label: string;
  readonly entries: Entries<CatalogueEntry>;
  /** Customers are not told the names of others. */
  readonly isAgent: boolean;
}

function requireKnown(input: Data, { names, ids, label, entries, isAgent }: KnownEntries, operation: string): void {
  const isKnown = (each: string) => entries.byName(each) !== undefined || (names === 'StateType' && isInCategory(each));
  const name = readList(input, names)?.find((each) => each === null || !isKnown(each));
  if (name !== undefined) {
    const known = isAgent ? entries.all.map((entry) => entry.name) : [];
    const sentence = `${names} names ${shown(name)}, but there is no such ${label}.`;
    throw invalid(operation, withSuggestion(sentence, suggest(name ?? '', known)));
  }
  const id = idsIn(input, ids).find((each) => entries.byID(Number(each)) === undefined);
  if (id !== undefined) throw invalid(operation, `${ids} names ${id}, but there is no ${label} with this id.`);
}

function requireAgents(
  input: Data,
  name: string,
  { directory, operation }: { readonly directory: Directory; readonly operation: string },
): void {
  const id = idsIn(input, name).find((each) => directory.agentByID(Number(each)) === undefined);
  if (id !== undefined) throw invalid(operation, `${name} names ${id}, but there is no agent with this id.`);
}

/** None for ids that are not numbers, which are refused earlier. */
function idsIn(input: Data, name: string): readonly string[] {
  const ids = readIDs(input, name) ?? [];
  return ids === 'invalid' ? [] : ids;
}

interface WordParameter {
  readonly name: string;
  readonly words: readonly string[];
}

/** Parameters that take one of a few words. */
const WORDS: readonly WordParameter[] = [
  { name: 'ContentSearch', words: ['AND', 'OR'] },
  { name: 'SearchInArchive', words: ['AllTickets', 'ArchivedTickets', 'NotArchivedTickets'] },
  ...TIME_FORMS.flatMap(([name, prefix]) => [
    { name, words: ['TimeSlot', 'TimePoint'] },
    { name: `${prefix}PointFormat`, words: Object.keys(MINUTES) },
  ]),
];

function requireWord(input: Data, { name, words }: WordParameter, operation: string): void {
  const given = readText(input, name);
  const isKnown = given === undefined || words.includes(name === 'ContentSearch' ? given.toUpperCase() : given);
  if (isKnown) return;
  const sentence = `${name} is ${shown(given)}; write ${words.join(' or ')}.`;
  throw invalid(operation, withSuggestion(sentence, suggest(given, words)));
}

function requireTimes(prefix: string, input: Data, operation: string): void {
  for (const name of [`${prefix}OlderDate`, `${prefix}NewerDate`]) {
    const text = readText(input, name);
    if (text === undefined || isDate(text)) continue;
    throw invalid(
      operation,
      `${name} is ${shown(text)}; write YYYY-MM-DD HH:MM:SS in the system time zone, such as 2026-01-31 08:00:00.`,
    );
  }
  for (const name of [`${prefix}OlderMinutes`, `${prefix}NewerMinutes`]) requireNumber(name, input, operation);
}

function requireNumber(name: string, input: Data, operation: string): void {
  const text = readText(input, name);
  if (text === undefined || isMinutes(text)) return;
  throw invalid(
    operation,
    `${name} is ${shown(text)}; write a number of ${name.endsWith('Point') ? 'units' : 'minutes'}, such as 60.`,
  );
}

function requireOrder(sources: SearchSources, operation: string): void {
  if (readSortOrder(sources) !== undefined) return;
  const { input, catalogue } = sources;
  const fields = catalogue.dynamicFields.all.map(({ name }) => `DynamicField_${name}`);
  const known = [...SORT_KEYS, ...fields];
  const key = readList(input, 'SortBy')?.find((each) => each === null || !known.includes(each));
  if (key !== undefined) {
    const advice = `Use ${SORT_KEYS.join(', ')} or DynamicField_<Name>.`;
    const sentence = `SortBy names ${shown(key)}, by which tickets cannot be sorted.`;
    throw invalid(operation, withSuggestion(sentence, suggest(key ?? '', known), advice));
  }
  const given = `SortBy is ${shown(input.SortBy ?? null)} and OrderBy ${shown(input.OrderBy ?? null)}`;
  throw invalid(operation, `${given}; write Up or Down in OrderBy, for each key of SortBy.`);
}

/**
 * Refuses unknown fields in profile contract and in operations that the family does not have; otherwise they are ignored.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
function requireKnownFields(input: Data, catalogue: Catalogue, operation: string): void {
  const unknown = namedFields(input).find((name) => searchableField(name, catalogue) === undefined);
  if (unknown === undefined) return;
  const known = catalogue.dynamicFields.all.map(({ name }) => name).filter((name) => searchableField(name, catalogue));
  const sentence = `There is no dynamic field "${unknown}" of tickets.`;
  throw invalid(operation, withSuggestion(sentence, suggest(unknown, known), 'DynamicFieldList lists them.'));
}

/** The names in all parameters, also in those without an operator or overruled by `DynamicField`. */
function namedFields(input: Data): readonly string[] {
  const older = Object.keys(input).flatMap((parameter) => /^DynamicField_(.+)$/.exec(parameter)?.[1] ?? []);
  return [...readFieldEntries(input).map(({ Name: name }) => textOf(name)), ...older];
}
