import { auditTime, changeOf, listEntries, setValidity, type CatalogueKind } from '@ticketgate/sdk';

import { endSessions } from '../sessions/end-sessions.js';

const TEXT = { type: 'string', minLength: 1 } as const;

/** Customer users. They log in once they have a password, which does not belong in a file. */
export const customerUsersKind: CatalogueKind = {
  key: 'CustomerUsers',
  label: 'customer user',
  nameKey: 'Login',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['Login', 'Email', 'CustomerID', 'FirstName', 'LastName'],
    properties: { Login: TEXT, Email: TEXT, CustomerID: { type: 'string' }, FirstName: TEXT, LastName: TEXT },
  },
  list: (search, host) => listEntries(LIST, search, host),
  save: async ({ Login, Email, CustomerID, FirstName, LastName }, host) =>
    changeOf(
      await host.database.query<{ isNew: boolean }>(
        `insert into customer_user
           (login, email, customer_id, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
         values ($1, $2, $3, $4, $5, 1, $6, 1, $6, 1)
         on conflict (login) do update set email = excluded.email, customer_id = excluded.customer_id,
           first_name = excluded.first_name, last_name = excluded.last_name, change_time = excluded.change_time
           where (customer_user.email, customer_user.customer_id, customer_user.first_name, customer_user.last_name)
             is distinct from (excluded.email, excluded.customer_id, excluded.first_name, excluded.last_name)
         returning xmax = 0 as "isNew"`,
        [Login, Email, CustomerID, FirstName, LastName, auditTime(host)],
      ),
    ),
  async setValidity(name, isValid, host) {
    if (!isValid) await endSessions(host.database, { type: 'Customer', key: 'UserLogin', value: name });
    return setValidity({ table: 'customer_user', name: 'login' }, { name, isValid }, host);
  },
};

const LIST = `
select login as name, valid_id = 1 as "isValid", json_build_object('Login', login, 'Email', email, 'CustomerID', customer_id,
  'FirstName', first_name, 'LastName', last_name) as "values"
from customer_user`;
