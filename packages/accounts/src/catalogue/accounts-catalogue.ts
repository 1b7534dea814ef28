import type { CatalogueKind } from '@ticketgate/sdk';

import { agentsKind } from './agents-kind.js';
import { customerCompaniesKind } from './customer-companies-kind.js';
import { customerUsersKind } from './customer-users-kind.js';
import { groupsKind } from './groups-kind.js';
import { rolesKind } from './roles-kind.js';

/** Groups, agents, roles and customers, in the order in which they refer to each other. */
export const accountsCatalogue: readonly CatalogueKind[] = [
  groupsKind,
  agentsKind,
  rolesKind,
  customerCompaniesKind,
  customerUsersKind,
];
