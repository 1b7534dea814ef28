import { auditTime, changeOf, createError, tableKind } from '@ticketgate/sdk';

import { TEXT } from '../../request/member-schemas.js';

export const StateTypeUnknown = createError<{ state: string; type: string }>(
  'Catalogue.StateTypeUnknown',
  ({ state, type }) =>
    `The state "${state}" has the type "${type}". Use new, open, closed, pending reminder, pending auto, removed or merged.`,
);

const LIST = `
select state.name, state.valid_id = 1 as "isValid",
  json_build_object('Name', state.name, 'Type', type.name, 'Comment', state.comments) as "values"
from ticket_state state join ticket_state_type type on type.id = state.type_id`;

/** States, with the name of their type. */
export const statesKind = tableKind({
  key: 'States',
  label: 'state',
  table: 'ticket_state',
  entries: LIST,
  members: { Type: TEXT, Comment: TEXT },
  required: ['Type'],
  async save({ Name, Type, Comment }, host, { isExact }) {
    const [type] = await host.database.query<{ id: number }>('select id from ticket_state_type where name = $1', [
      Type,
    ]);
    if (type === undefined) throw new StateTypeUnknown({ state: String(Name), type: String(Type) });
    const values = [Name, type.id, Comment ?? null, auditTime(host), isExact || Comment !== undefined];
    return changeOf(await host.database.query<{ isNew: boolean }>(SAVE, values));
  },
});

const SAVE = `
insert into ticket_state (name, type_id, comments, valid_id, create_time, create_by, change_time, change_by)
values ($1, $2, $3, 1, $4, 1, $4, 1)
on conflict (name) do update set type_id = excluded.type_id, change_time = excluded.change_time,
  comments = case when $5 then excluded.comments else ticket_state.comments end
where ticket_state.type_id <> excluded.type_id or ($5 and ticket_state.comments is distinct from excluded.comments)
returning xmax = 0 as "isNew"`;
