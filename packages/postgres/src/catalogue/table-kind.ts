import { type CatalogueKind, type JsonSchema, nameText } from '@ticketgate/sdk';

import { countEntries, listEntries, setValidity } from './catalogue-rows.js';
import { findUses } from './find-uses.js';

export interface TableKind extends Pick<CatalogueKind, 'key' | 'label' | 'save' | 'events'> {
  readonly table: string;
  /** The statement that {@link listEntries} takes. */
  readonly entries: string;
  /** The member that names an entry; by default `Name`. */
  readonly nameKey?: string;
  /** The column of that member; by default `name`. */
  readonly nameColumn?: string;
  /** The schemas of the other members. */
  readonly members?: Readonly<Record<string, JsonSchema>>;
  /** The names of the required ones. */
  readonly required?: readonly string[];
}

/**
 * A kind whose entries are the rows of a table with the family's `valid_id`.
 *
 * @example
 * export const rooms = tableKind({
 *   key: 'Rooms',
 *   label: 'room',
 *   table: 'room',
 *   entries: `select name, valid_id = 1 as "isValid", json_build_object('Name', name, 'Seats', seats) as "values" from room`,
 *   members: { Seats: { type: 'integer', minimum: 0 } },
 *   save: ({ Name, Seats }, host) => saveRow({ table: 'room', name: Name, columns: { seats: Seats ?? 0 } }, host),
 * });
 */
export function tableKind(kind: TableKind): CatalogueKind {
  const { key, label, save, events, table, entries } = kind;
  const { nameKey = 'Name', nameColumn = 'name', members = {}, required = [] } = kind;
  return {
    key,
    label,
    nameKey,
    schema: {
      type: 'object',
      additionalProperties: false,
      required: [nameKey, ...required],
      properties: { [nameKey]: nameText(), ...members },
    },
    list: (search, host) => listEntries(entries, search, host),
    count: (search, host) => countEntries(entries, search, host),
    save,
    ...(events === undefined ? {} : { events }),
    setValidity: (name, isValid, host) => setValidity({ table, name: nameColumn }, { name, isValid }, host),
    async warnDisabled(name, host) {
      const uses = await findUses({ table, nameColumn }, name, host);
      return uses.length === 0 ? [] : [`The ${label} "${name}" is disabled and still used: ${uses.join(', ')}.`];
    },
  };
}
