import { columnText, type CatalogueKind } from '@ticketgate/sdk';
import { tableKind } from '@ticketgate/database/postgres';

import { agentsKind } from './agents-kind.js';
import { customerCompaniesKind, customerUsersKind } from './customer-kinds.js';
import { rolesKind } from './roles-kind.js';

const groupsKind = tableKind({
  key: 'Groups',
  label: 'group',
  table: 'groups_table',
  columns: { Comment: ['comments', columnText(250)] },
});

/** In the order in which they refer to each other. */
export const accountsCatalogue: readonly CatalogueKind[] = [
  groupsKind,
  agentsKind,
  rolesKind,
  customerCompaniesKind,
  customerUsersKind,
];
