import { auditTime, changeOf, listEntries, setValidity, type CatalogueKind } from '@ticketgate/sdk';

/** Groups, in which agents and roles have permissions. */
export const groupsKind: CatalogueKind = {
  key: 'Groups',
  label: 'group',
  nameKey: 'Name',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['Name'],
    properties: { Name: { type: 'string', minLength: 1 }, Comment: { type: 'string' } },
  },
  list: (search, host) => listEntries(LIST, search, host),
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
  setValidity: (name, isValid, host) => setValidity({ table: 'groups_table', name: 'name' }, { name, isValid }, host),
};

const LIST = `
select name, valid_id = 1 as "isValid", json_build_object('Name', name, 'Comment', comments) as "values"
from groups_table`;
