import { createError, type CatalogueSection } from '@ticketgate/sdk';

import { applyEntries, auditTime, changeOf } from './apply-entries.js';

export const StateTypeUnknown = createError<{ state: string; type: string }>(
  'Catalogue.StateTypeUnknown',
  ({ state, type }) =>
    `The state "${state}" has the type "${type}". Use new, open, closed, pending reminder, pending auto, removed or merged.`,
);

/** States, with the name of their type. */
export const statesSection: CatalogueSection = {
  key: 'States',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['Name', 'Type'],
      properties: { Name: { type: 'string', minLength: 1 }, Type: { type: 'string' }, Comment: { type: 'string' } },
    },
  },
  apply: (entries, host) =>
    applyEntries('state', entries, async (entry) => {
      const [type] = await host.database.query<{ id: number }>('select id from ticket_state_type where name = $1', [
        entry.Type,
      ]);
      if (type === undefined) throw new StateTypeUnknown({ state: String(entry.Name), type: String(entry.Type) });
      const rows = await host.database.query<{ isNew: boolean }>(
        `insert into ticket_state (name, type_id, comments, valid_id, create_time, create_by, change_time, change_by)
         values ($1, $2, $3, 1, $4, 1, $4, 1)
         on conflict (name) do update set type_id = excluded.type_id, change_time = excluded.change_time
           where ticket_state.type_id <> excluded.type_id
         returning xmax = 0 as "isNew"`,
        [entry.Name, type.id, entry.Comment ?? null, auditTime({ settings: host.settings, now: () => host.now() })],
      );
      return changeOf(rows);
    }),
};
