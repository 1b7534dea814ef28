import { columnText, type CatalogueKind } from '@ticketgate/sdk';
import { saveRow, tableKind } from '@ticketgate/database/postgres';

import { agentsKind } from './agents-kind.js';
import { customerCompaniesKind, customerUsersKind } from './customer-kinds.js';
import { rolesKind } from './roles-kind.js';

const LIST = `
select name, valid_id = 1 as "isValid", json_build_object('Name', name, 'Comment', comments) as "values"
from groups_table`;

/** Groups, in which agents and roles have permissions. */
const groupsKind = tableKind({
  key: 'Groups',
  label: 'group',
  table: 'groups_table',
  entries: LIST,
  members: { Comment: columnText(250) },
  save: ({ Name, Comment }, host, { isExact }) =>
    saveRow(
      { table: 'groups_table', name: Name, columns: { comments: Comment ?? (isExact ? null : undefined) } },
      host,
    ),
});

/** Groups, agents, roles and customers, in the order in which they refer to each other. */
export const accountsCatalogue: readonly CatalogueKind[] = [
  groupsKind,
  agentsKind,
  rolesKind,
  customerCompaniesKind,
  customerUsersKind,
];
