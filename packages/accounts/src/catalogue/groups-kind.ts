import { auditTime, changeOf, tableKind } from '@ticketgate/sdk';

const LIST = `
select name, valid_id = 1 as "isValid", json_build_object('Name', name, 'Comment', comments) as "values"
from groups_table`;

/** Groups, in which agents and roles have permissions. */
export const groupsKind = tableKind({
  key: 'Groups',
  label: 'group',
  table: 'groups_table',
  entries: LIST,
  members: { Comment: { type: 'string' } },
  save: async ({ Name, Comment }, host, { isExact }) =>
    changeOf(
      await host.database.query<{ isNew: boolean }>(
        `insert into groups_table (name, comments, valid_id, create_time, create_by, change_time, change_by)
         values ($1, $2, 1, $3, 1, $3, 1)
         on conflict (name) do update set comments = excluded.comments, change_time = excluded.change_time
           where groups_table.comments is distinct from excluded.comments and $4
         returning xmax = 0 as "isNew"`,
        [Name, Comment ?? null, auditTime(host), isExact || Comment !== undefined],
      ),
    ),
});
