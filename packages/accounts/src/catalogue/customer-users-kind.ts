import { type CatalogueKind, columnText, nameText } from '@ticketgate/sdk';
import { countEntries, listEntries, saveRow, setValidity } from '@ticketgate/postgres';

import { endSessions } from '../sessions/end-sessions.js';

/** Customer users. They log in once they have a password, which does not belong in a file. */
export const customerUsersKind: CatalogueKind = {
  key: 'CustomerUsers',
  label: 'customer user',
  nameKey: 'Login',
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['Login', 'Email', 'CustomerID', 'FirstName', 'LastName'],
    properties: {
      Login: nameText(),
      Email: columnText(150, { minLength: 1 }),
      CustomerID: { ...columnText(150), 'x-kind': 'CustomerCompanies' },
      FirstName: columnText(100, { minLength: 1 }),
      LastName: columnText(100, { minLength: 1 }),
    },
  },
  list: (search, host) => listEntries(LIST, search, host),
  count: (search, host) => countEntries(LIST, search, host),
  save({ Login, Email, CustomerID, FirstName, LastName }, host) {
    const columns = { email: Email, customer_id: CustomerID, first_name: FirstName, last_name: LastName };
    return saveRow({ table: 'customer_user', nameColumn: 'login', name: Login, columns }, host);
  },
  async setValidity(name, isValid, host) {
    if (!isValid) await endSessions(host.database, { type: 'Customer', key: 'UserLogin', value: name });
    return setValidity({ table: 'customer_user', name: 'login' }, { name, isValid }, host);
  },
};

const LIST = `
select login as name, valid_id = 1 as "isValid", json_build_object('Login', login, 'Email', email, 'CustomerID', customer_id,
  'FirstName', first_name, 'LastName', last_name) as "values"
from customer_user`;
