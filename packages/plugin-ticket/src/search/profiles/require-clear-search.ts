import { suggest, withSuggestion, type Data, type Directory } from '@ticketgate/sdk';

import type { Catalogue } from '../../catalogue/catalogue.js';
import { invalid, shown } from '../../request/input-errors.js';
import { entryCriteria, agentParameters } from '../conditions/catalogue-criteria.js';
import { conditionParameters } from '../conditions/text-criteria.js';
import { TIMES_OF_TICKETS } from '../conditions/time-criteria.js';
import {
  MINUTES,
  TIME_FORMS,
  isDate,
  isMinutes,
  readTimeLimits,
  timeLimitParameters,
} from '../parameters/read-time-limits.js';
import { readIDs, readList, readText } from '../parameters/read-parameter.js';
import { parseCondition } from '../condition-language/parse-condition.js';
import type { SearchSources } from '../statement/condition.js';
import { readSortOrder, SORT_KEYS } from '../sort-order.js';
import { isInCategory } from './read-strict-search.js';
import { findConditionMistake, findFieldMistake } from './find-field-mistake.js';
import { toText } from '../../request/family-values.js';
import { findWordMistake } from '../../request/strict-values.js';
import { readFieldEntries, searchableField } from '../conditions/dynamic-field-criteria.js';

/**
 * Refuses what can only be a mistake, in profile contract and in operations that the family does not have. In the family, such a search
 * finds nothing.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireClearSearch(sources: SearchSources, directory: Directory, operation: string): void {
  const { input, catalogue } = sources;
  const mistakes = [
    findUnknownField(input, catalogue),
    findFieldMistake(input, catalogue),
    ...conditionParameters.map((name) => findConditionMistake(name, input[name])),
    findLoginMistake(input),
    ...WORDS.map((parameter) => findMistakenWord(input, parameter)),
    ...entryCriteria.map((criterion) => findUnknownEntry(criterion, sources)),
    ...agentParameters.map((name) => findUnknownAgent(input, name, directory)),
    ...TIME_FORMS.map(([, prefix]) => findNumberMistake(`${prefix}Point`, input)),
    ...[...TIMES_OF_TICKETS, 'ArticleCreateTime'].flatMap((prefix) => findTimeMistakes(prefix, sources)),
    findOrderMistake(sources),
    ...TIME_FORMS.map((form) => findFormMistake(form, input)),
  ];
  const first = mistakes.find((mistake) => mistake !== undefined);
  if (first !== undefined) throw invalid(operation, first);
}

/** A space in an address was a `+` before the URL was read. */
function findLoginMistake(input: Data): string | undefined {
  const name = 'CustomerUserLogin';
  const isDecoded = (login: string) => /^[^\s"]\S* [^@]*@\S+$/.test(login) && parseCondition(login)?.kind === 'term';
  const wrong = readList(input, name)?.find((login) => login !== null && isDecoded(login)) ?? undefined;
  const written = `"${wrong?.replaceAll(' ', '%2B')}"`;
  return wrong && `${name} is ${shown(wrong)}. In a URL, + is a space; write ${written}, with the quotes.`;
}

function findUnknownEntry(
  { names, ids, label, listAll }: (typeof entryCriteria)[number],
  { input, catalogue, caller }: SearchSources,
): string | undefined {
  const entries = listAll(catalogue);
  const isKnown = (each: string) => entries.byName(each) !== undefined || (names === 'StateType' && isInCategory(each));
  const name = readList(input, names)?.find((each) => each === null || !isKnown(each));
  if (name !== undefined) {
    // Customers must not learn the names of others.
    const known = caller.type === 'User' ? entries.all.map((entry) => entry.name) : [];
    const sentence = `${names} names ${shown(name)}, but there is no such ${label}.`;
    return withSuggestion(sentence, suggest(name ?? '', known));
  }
  const id = idsIn(input, ids).find((each) => entries.byID(Number(each)) === undefined);
  return id && `${ids} names ${id}, but there is no ${label} with this id.`;
}

function findUnknownAgent(input: Data, name: string, directory: Directory): string | undefined {
  const id = idsIn(input, name).find((each) => directory.agentByID(Number(each)) === undefined);
  return id && `${name} names ${id}, but there is no agent with this id.`;
}

/** None for ids that are not numbers, which are refused earlier. */
function idsIn(input: Data, name: string): readonly string[] {
  const ids = readIDs(input, name) ?? [];
  return ids === 'invalid' ? [] : ids;
}

/** Parameters that take one of a few words. */
const WORDS = [
  { name: 'ContentSearch', words: ['AND', 'OR'] },
  { name: 'SearchInArchive', words: ['AllTickets', 'ArchivedTickets', 'NotArchivedTickets'] },
  ...TIME_FORMS.flatMap(([name, prefix]) => [
    { name, words: ['TimeSlot', 'TimePoint'] },
    { name: `${prefix}PointFormat`, words: Object.keys(MINUTES) },
    { name: `${prefix}PointStart`, words: ['Before', 'Last'] },
  ]),
];

function findMistakenWord(input: Data, { name, words }: (typeof WORDS)[number]): string | undefined {
  const given = readText(input, name);
  if (given === undefined || (name === 'ContentSearch' && words.includes(given.toUpperCase()))) return undefined;
  return findWordMistake(name, given, words);
}

/** Parts of a slot or a point that restrict nothing: `input` has limits of time for those that are whole. */
function findFormMistake([form, prefix]: (typeof TIME_FORMS)[number], input: Data): string | undefined {
  const isPart = (name: string) => name === form || (name.startsWith(prefix) && FORM_PART.test(name));
  const given = Object.keys(input).find(isPart);
  if (given === undefined || timeLimitParameters(prefix).some((name) => input[name] !== undefined)) return undefined;
  const parts = `TimeSlot with ${prefix}StartYear, StartMonth and StartDay, or TimePoint with ${prefix}Point and PointFormat`;
  return `${given} counts for nothing alone; send ${form} ${parts}.`;
}

const FORM_PART = /(?:Year|Month|Day|Point|PointFormat|PointStart)$/;

function findTimeMistakes(prefix: string, sources: SearchSources): readonly (string | undefined)[] {
  const { input } = sources;
  const [older, newer] = [`${prefix}OlderDate`, `${prefix}NewerDate`];
  const hasOrder = readTimeLimits(prefix, sources, { mayBeFuture: true }) !== 'invalid';
  return [
    ...[older, newer].map((name) => findDateMistake(name, input)),
    ...[`${prefix}OlderMinutes`, `${prefix}NewerMinutes`].map((name) => findNumberMistake(name, input)),
    hasOrder ? undefined : `${newer} is after ${older}, so nothing can be found; exchange them.`,
  ];
}

function findDateMistake(name: string, input: Data): string | undefined {
  const text = readText(input, name);
  if (text === undefined || isDate(text)) return undefined;
  return `${name} is ${shown(text)}; write YYYY-MM-DD HH:MM:SS in the system time zone, such as 2026-01-31 08:00:00.`;
}

function findNumberMistake(name: string, input: Data): string | undefined {
  const text = readText(input, name);
  if (text === undefined || isMinutes(text)) return undefined;
  return `${name} is ${shown(text)}; write a number of ${name.endsWith('Point') ? 'units' : 'minutes'}, such as 60.`;
}

function findOrderMistake(sources: SearchSources): string | undefined {
  if (readSortOrder(sources) !== undefined) return undefined;
  const { input, catalogue } = sources;
  const fields = catalogue.dynamicFields.all.map(({ name }) => `DynamicField_${name}`);
  const known = [...SORT_KEYS, ...fields];
  const key = readList(input, 'SortBy')?.find((each) => each === null || !known.includes(each));
  if (key !== undefined) {
    const advice = `Use ${SORT_KEYS.join(', ')} or DynamicField_<Name>.`;
    const sentence = `SortBy names ${shown(key)}, by which tickets cannot be sorted.`;
    return withSuggestion(sentence, suggest(key ?? '', known), advice);
  }
  const given = `SortBy is ${shown(input.SortBy ?? null)} and OrderBy ${shown(input.OrderBy ?? null)}`;
  return `${given}; write Up or Down in OrderBy, for each key of SortBy.`;
}

function findUnknownField(input: Data, catalogue: Catalogue): string | undefined {
  const unknown = namedFields(input).find((name) => searchableField(name, catalogue) === undefined);
  if (unknown === undefined) return undefined;
  const known = catalogue.dynamicFields.all.map(({ name }) => name).filter((name) => searchableField(name, catalogue));
  const sentence = `There is no dynamic field "${unknown}" of tickets.`;
  return withSuggestion(sentence, suggest(unknown, known), 'DynamicFieldList lists them.');
}

/** The names in all parameters, also in those without an operator or overruled by `DynamicField`. */
function namedFields(input: Data): readonly string[] {
  const older = Object.keys(input).flatMap((parameter) => /^DynamicField_(.+)$/.exec(parameter)?.[1] ?? []);
  return [...readFieldEntries(input).map(({ Name: name }) => toText(name)), ...older];
}
