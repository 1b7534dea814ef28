import { isDeepStrictEqual } from 'node:util';
import {
  auditTime,
  changeOf,
  createError,
  isData,
  tableKind,
  type CatalogueEntry,
  type CatalogueHost,
  type CatalogueKind,
  type Data,
} from '@ticketgate/sdk';
import { parse, stringify } from 'yaml';

import { catalogueFieldTypes } from '../../dynamic-fields/types/field-types.js';
import { TEXT } from '../../request/member-schemas.js';

export const FieldTypeFixed = createError<{ name: string; type: string; object: string }>(
  'Catalogue.FieldTypeFixed',
  ({ name, type, object }) =>
    `The dynamic field "${name}" stays a ${type} of ${object}: the values that are stored would not fit another. Add a second field.`,
  'Conflict',
);

// Fields of other types and objects belong to packages of a host, which look after them.
const LIST = `
select name, valid_id = 1 as "isValid", json_build_object('Name', name, 'Label', label, 'FieldType', field_type,
  'ObjectType', object_type, 'Config', config) as "values"
from dynamic_field
where field_type in (${catalogueFieldTypes.map((type) => `'${type}'`).join(', ')}) and object_type in ('Ticket', 'Article')`;

const fields = tableKind({
  key: 'DynamicFields',
  label: 'dynamic field',
  table: 'dynamic_field',
  entries: LIST,
  members: {
    Name: { type: 'string', pattern: '^[A-Za-z0-9]+$' },
    Label: TEXT,
    FieldType: { enum: catalogueFieldTypes },
    ObjectType: { enum: ['Ticket', 'Article'] },
    Config: { type: 'object' },
  },
  required: ['FieldType'],
  async save(values, host, { isExact }) {
    const { Name, Label = Name, FieldType, ObjectType = 'Ticket', Config = {} } = values;
    const known = await findField(Name, host);
    if (isExact && known !== undefined && (known.type !== FieldType || known.object !== ObjectType)) {
      throw new FieldTypeFixed({ name: String(Name), type: known.type, object: known.object });
    }
    const config =
      known !== undefined && isDeepStrictEqual(readConfig(known.config), Config) ? known.config : stringify(Config);
    const bound = [Name, Label, FieldType, ObjectType, config, auditTime(host)];
    return changeOf(await host.database.query<{ isNew: boolean }>(SAVE, bound));
  },
});

/** Dynamic fields. `Config` is what the family stores, for example `PossibleValues` of a Dropdown. */
export const dynamicFieldsKind: CatalogueKind = {
  ...fields,
  list: async (search, host) => (await fields.list(search, host)).map(readEntry),
};

interface StoredField {
  readonly type: string;
  readonly object: string;
  /** It may say the same as a new one in other words, and then stays as it is. */
  readonly config: string;
}

async function findField(name: unknown, { database }: CatalogueHost): Promise<StoredField | undefined> {
  const [known] = await database.query<StoredField>(
    `select field_type as type, object_type as object, coalesce(config, '') as config from dynamic_field where name = $1`,
    [name],
  );
  return known;
}

function readEntry({ values: { Config, ...values }, ...entry }: CatalogueEntry): CatalogueEntry {
  const config = typeof Config === 'string' ? readConfig(Config) : {};
  return { ...entry, values: Object.keys(config).length === 0 ? values : { ...values, Config: config } };
}

/** Empty where it cannot be read, as for requests. */
function readConfig(text: string): Data {
  try {
    const config: unknown = parse(text);
    return isData(config) ? config : {};
  } catch {
    return {};
  }
}

// A field keeps its type: stored values would not fit another one.
const SAVE = `
insert into dynamic_field (internal_field, name, label, field_order, field_type, object_type, config, valid_id,
  create_time, create_by, change_time, change_by)
select 0, $1::varchar, $2::varchar, coalesce(max(field_order), 0) + 1, $3::varchar, $4::varchar, $5::text, 1,
  $6::timestamp, 1, $6::timestamp, 1
from dynamic_field
on conflict (name) do update set label = excluded.label, config = excluded.config, change_time = excluded.change_time
where (dynamic_field.label, dynamic_field.config) is distinct from (excluded.label, excluded.config)
returning xmax = 0 as "isNew"`;
