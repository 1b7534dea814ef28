import { isDeepStrictEqual } from 'node:util';
import { stringify } from 'yaml';
import {
  type CatalogueEntry,
  type CatalogueHost,
  type CatalogueKind,
  columnText,
  createError,
  type Data,
  isData,
  type SaveOptions,
} from '@ticketgate/sdk';
import { saveRow, tableKind } from '@ticketgate/database/postgres';

import { catalogueFieldTypes } from '../../dynamic-fields/types/field-types.js';
import { parseConfig } from '../load-catalogue.js';
import { fieldConfigRules } from './field-config-rules.js';

export const FieldTypeFixed = createError<{ name: string; type: string; object: string }>(
  'Catalogue.FieldTypeFixed',
  ({ name, type, object }) =>
    `The dynamic field "${name}" stays a ${type} of ${object}: the values that are stored would not fit another. Add a second field.`,
  'Conflict',
);

export const FieldWithoutValues = createError<{ name: string; type: string }>(
  'Catalogue.FieldWithoutValues',
  ({ name, type }) =>
    `The dynamic field "${name}" is a ${type} without values, so nothing could be chosen. Write Config={ PossibleValues: { key: Text } }.`,
  'Invalid',
);

// Fields of other types and objects belong to packages of a host, which maintain them.
const LIST = `
select name, valid_id = 1 as "isValid", json_build_object('Name', name, 'Label', label, 'FieldType', field_type,
  'ObjectType', object_type, 'Config', config) as "values"
from dynamic_field
where field_type in (${catalogueFieldTypes.map((type) => `'${type}'`).join(', ')}) and object_type in ('Ticket', 'Article')`;

const ENTRY = `
select json_build_object('ID', id, 'Name', name, 'Label', label, 'FieldType', field_type, 'ObjectType', object_type, 'Config', config,
  'FieldOrder', field_order, 'InternalField', internal_field, 'ValidID', valid_id, 'CreateTime', create_time::text,
  'ChangeTime', change_time::text) as entry
from dynamic_field where name = $1`;

const fields = tableKind({
  key: 'DynamicFields',
  label: 'dynamic field',
  table: 'dynamic_field',
  entries: LIST,
  members: {
    Name: {
      type: 'string',
      pattern: '^[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*$',
      maxLength: 191,
      description: 'letters and digits, with a namespace and a hyphen before them if it has one, for example NS-Field',
    },
    Label: columnText(200),
    FieldType: { enum: catalogueFieldTypes },
    ObjectType: { enum: ['Ticket', 'Article'] },
    Config: { type: 'object', properties: {} },
  },
  required: ['FieldType'],
  events: {
    added: 'DynamicFieldAdd',
    changed: 'DynamicFieldUpdate',
    statement: ENTRY,
    dataOf: (entry, before) => ({
      NewData: withConfig(entry),
      ...(before === undefined ? {} : { OldData: withConfig(before) }),
    }),
  },
  async save(values, host, { onKept }) {
    const { Name, Label = Name, FieldType, ObjectType = 'Ticket', Config = {} } = values;
    const known = await findField(Name, host);
    if (known !== undefined) keepType(values, known, onKept);
    const { type, object } = known ?? { type: FieldType, object: ObjectType };
    requireValues(String(Name), String(type), Config);
    const columns = { label: Label, field_type: type, object_type: object, config: configText(Config, known) };
    return saveRow({ table: 'dynamic_field', name: Name, columns, initial: INITIAL }, host);
  },
});

/** Dynamic fields. `Config` is what the family stores, for example `PossibleValues` of a Dropdown. */
export const dynamicFieldsKind: CatalogueKind = {
  ...fields,
  schema: { ...fields.schema, allOf: fieldConfigRules },
  list: async (search, host) => (await fields.list(search, host)).map(toEntryValues),
  completesEvents: ({ ObjectType }) => ObjectType !== 'Article',
};

/**
 * A field keeps its type: stored values would not fit another one.
 *
 * @throws OperationError `Catalogue.FieldTypeFixed` without `onKept`
 */
function keepType({ Name, FieldType, ObjectType }: Data, { type, object }: StoredField, onKept: SaveOptions['onKept']) {
  if (FieldType === type && (ObjectType ?? object) === object) return;
  const refusal = new FieldTypeFixed({ name: String(Name), type, object });
  if (onKept === undefined) throw refusal;
  onKept(refusal.message);
}

/** Requires values for a field that offers a choice. */
function requireValues(name: string, type: string, config: unknown): void {
  if (type !== 'Dropdown' && type !== 'Multiselect') return;
  const values = isData(config) ? config.PossibleValues : undefined;
  if (!isData(values) || Object.keys(values).length === 0) throw new FieldWithoutValues({ name, type });
}

interface StoredField {
  readonly type: string;
  readonly object: string;
  readonly config: string;
}

/** Keeps a stored value that is equivalent. */
function configText(config: unknown, known: StoredField | undefined): string {
  return known !== undefined && isDeepStrictEqual(parseConfig(known.config, 'core'), config)
    ? known.config
    : stringify(config);
}

async function findField(name: unknown, { database }: CatalogueHost): Promise<StoredField | undefined> {
  const [known] = await database.query<StoredField>(
    `select field_type as type, object_type as object, coalesce(config, '') as config from dynamic_field where name = $1`,
    [name],
  );
  return known;
}

function toEntryValues({ values: { Config, ...values }, ...entry }: CatalogueEntry): CatalogueEntry {
  const config = typeof Config === 'string' ? parseConfig(Config, 'core') : {};
  return { ...entry, values: Object.keys(config).length === 0 ? values : { ...values, Config: config } };
}

function withConfig(entry: Data): Data {
  return { ...entry, Config: typeof entry.Config === 'string' ? parseConfig(entry.Config, 'core') : {} };
}

const INITIAL = { internal_field: '0', field_order: '(select coalesce(max(field_order), 0) + 1 from dynamic_field)' };
