import type { Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import { USED } from '../columns/ticket-columns.js';
import { isFalsy } from '../request/family-values.js';
import { searchedColumn } from '../dynamic-fields/types/field-types.js';
import { readList } from './parameters/read-parameter.js';
import type { SearchSources } from './statement/condition.js';
import type { SortKey } from './statement/compose-search.js';

type Direction = SortKey['direction'];

const COLUMNS = new Map(USED.flatMap(({ sort = [], ...column }) => sort.map((key) => [key, column] as const)));

/** Keys that differ from their column. */
const EXPRESSIONS: Readonly<Record<string, string>> = { Queue: '(select q.name from queue q where q.id = t.queue_id)' };

const PEOPLE: Readonly<Record<string, string>> = { Owner: 't.user_id', Responsible: 't.responsible_user_id' };

/** The values of `SortBy`, besides dynamic fields. */
export const SORT_KEYS: readonly string[] = [...COLUMNS.keys(), ...Object.keys(PEOPLE)];

/** `FirstnameLastnameOrder`: the parts of a name in the order in which it is shown. */
const NAME_PARTS: Readonly<Record<number, readonly string[]>> = {
  1: ['last_name', 'first_name'],
  2: ['first_name', 'last_name', 'login'],
  3: ['last_name', 'first_name', 'login'],
  4: ['login', 'first_name', 'last_name'],
  5: ['login', 'last_name', 'first_name'],
  6: ['last_name', 'first_name'],
  7: ['last_name', 'first_name', 'login'],
  8: ['last_name', 'first_name'],
};

type SortSources = Pick<SearchSources, 'input' | 'catalogue' | 'settings'>;

const DEFAULT_KEY = 'GenericInterface::Operation::TicketSearch###SortBy::Default';
const DEFAULT_DIRECTION = 'GenericInterface::Operation::TicketSearch###Order::Default';

/** `SortBy` and `OrderBy`, by default `Age` and `Down`. Undefined – nothing is found – for unknown keys and missing or unknown directions. */
export function readSortOrder(sources: SortSources): readonly SortKey[] | undefined {
  const keys = readOrDefault('SortBy', DEFAULT_KEY, sources);
  const directions = readOrDefault('OrderBy', DEFAULT_DIRECTION, sources).map(readDirection);
  const sort = keys.map((key, index) => sortKeys(key, directions[index], sources));
  return sort.includes(undefined) ? undefined : sort.flatMap((found) => found ?? []);
}

function readOrDefault(name: string, setting: string, { input, settings }: SortSources): readonly (string | null)[] {
  const given = isFalsy(input[name]) ? undefined : readList(input, name);
  return given ?? [settings.text(setting)];
}

function readDirection(text: string | null): Direction | undefined {
  if (text === 'Up') return 'asc';
  return text === 'Down' ? 'desc' : undefined;
}

function sortKeys(
  key: string | null,
  direction: Direction | undefined,
  sources: SortSources,
): readonly SortKey[] | undefined {
  if (key === null || direction === undefined) return undefined;
  const column = COLUMNS.get(key);
  if (column !== undefined) {
    const { place, canBeNull } = column;
    const expression = EXPRESSIONS[key] ?? place;
    return [{ expression: () => expression, column: place, direction, canBeNull }];
  }
  if (Object.hasOwn(PEOPLE, key)) return nameKeys(PEOPLE[key] ?? '', direction, sources.settings);
  const field = fieldKey(key, direction, sources.catalogue);
  return field === undefined ? undefined : [field];
}

function nameKeys(column: string, direction: Direction, settings: Settings): readonly SortKey[] {
  const parts = NAME_PARTS[settings.number('FirstnameLastnameOrder')] ?? ['first_name', 'last_name'];
  return parts.map((part) => ({
    expression: () => `(select u.${part} from users u where u.id = ${column})`,
    column,
    direction,
    canBeNull: true,
  }));
}

/** `DynamicField_<Name>` of tickets or articles; of several values the one that comes first counts. */
function fieldKey(key: string, direction: Direction, { dynamicFields }: Catalogue): SortKey | undefined {
  const field = dynamicFields.byName(/^DynamicField_(.+)$/.exec(key)?.[1] ?? '');
  if (field?.isValid !== true) return undefined;
  const objects = OBJECTS[field.objectType];
  if (objects === undefined) return undefined;
  const value = `${direction === 'asc' ? 'min' : 'max'}(v.${searchedColumn(field)})`;
  return {
    expression: (bind) =>
      `(select ${value} from dynamic_field_value v where v.field_id = ${bind(field.id, 'bigint')} and v.object_id ${objects})`,
    column: 't.id',
    direction,
    canBeNull: true,
  };
}

const OBJECTS: Readonly<Record<string, string>> = {
  Ticket: '= t.id',
  Article: 'in (select a.id from article a where a.ticket_id = t.id)',
};
