import { readMigrations } from '@ticketgate/database/postgres';
import type { ExpectedIndex } from '@ticketgate/sdk';

import text from './accounts-migrations.sql';

export const accountsMigrations = readMigrations(text);

/** Logins and addresses of customer users are looked up ignoring case. */
export const accountsIndexes: readonly ExpectedIndex[] = [
  {
    name: 'customer_user_lower_login',
    table: 'customer_user',
    definition: 'btree (lower((login)::text))',
    serves: 'logins of customers, TicketCreate by the login of a customer user',
  },
  {
    name: 'customer_user_lower_email',
    table: 'customer_user',
    definition: 'btree (lower((email)::text))',
    serves: 'TicketCreate by the address of a customer user',
  },
];
