import type { CatalogueSection } from '@ticketgate/sdk';
import { stringify } from 'yaml';

import { catalogueFieldTypes } from '../../dynamic-fields/types/field-types.js';
import { applyEntries, auditTime, changeOf } from './apply-entries.js';

/** Dynamic fields. `Config` is what the family stores, for example `PossibleValues` of a Dropdown. */
export const dynamicFieldsSection: CatalogueSection = {
  key: 'DynamicFields',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['Name', 'FieldType'],
      properties: {
        Name: { type: 'string', pattern: '^[A-Za-z0-9]+$' },
        Label: { type: 'string' },
        FieldType: { enum: catalogueFieldTypes },
        ObjectType: { enum: ['Ticket', 'Article'] },
        Config: { type: 'object' },
      },
    },
  },
  apply: (entries, host) =>
    applyEntries('dynamic field', entries, async (entry) => {
      const time = auditTime({ settings: host.settings, now: () => host.now() });
      const rows = await host.database.query<{ isNew: boolean }>(APPLY, [
        entry.Name,
        entry.Label ?? entry.Name,
        entry.FieldType,
        entry.ObjectType ?? 'Ticket',
        stringify(entry.Config ?? {}),
        time,
      ]);
      return changeOf(rows);
    }),
};

// A field keeps its type: stored values would not fit another one.
const APPLY = `
insert into dynamic_field (internal_field, name, label, field_order, field_type, object_type, config, valid_id,
  create_time, create_by, change_time, change_by)
select 0, $1::varchar, $2::varchar, coalesce(max(field_order), 0) + 1, $3::varchar, $4::varchar, $5::text, 1,
  $6::timestamp, 1, $6::timestamp, 1
from dynamic_field
on conflict (name) do update set label = excluded.label, config = excluded.config, change_time = excluded.change_time
where (dynamic_field.label, dynamic_field.config) is distinct from (excluded.label, excluded.config)
returning xmax = 0 as "isNew"`;
