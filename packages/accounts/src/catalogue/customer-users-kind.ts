import { type CatalogueKind, columnText, type Data, nameText } from '@ticketgate/sdk';
import { countEntries, listEntries, saveRow, setValidity } from '@ticketgate/database/postgres';

import { hashNewPassword } from '../passwords/new-password.js';
import { endSessions } from '../sessions/end-sessions.js';

declare module '@ticketgate/sdk' {
  interface KnownEvents {
    CustomerUserAdd: Data;
    CustomerUserUpdate: Data;
  }
}

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
  events: {
    added: 'CustomerUserAdd',
    changed: 'CustomerUserUpdate',
    statement: `
select json_build_object('UserID', login, 'UserLogin', login, 'UserTitle', coalesce(title, ''), 'UserFirstname', first_name,
  'UserLastname', last_name, 'UserEmail', email, 'UserCustomerID', customer_id, 'UserPhone', coalesce(phone, ''),
  'UserFax', coalesce(fax, ''), 'UserMobile', coalesce(mobile, ''), 'UserStreet', coalesce(street, ''), 'UserZip', coalesce(zip, ''),
  'UserCity', coalesce(city, ''), 'UserCountry', coalesce(country, ''), 'UserComment', coalesce(comments, ''),
  'CustomerID', customer_id, 'Source', 'CustomerUser', 'ValidID', valid_id, 'CreateTime', create_time::text, 'CreateBy', create_by,
  'ChangeTime', change_time::text, 'ChangeBy', change_by) as entry
from customer_user where login = $1`,
    dataOf: (entry, before) => ({
      UserLogin: entry.UserLogin,
      NewData: entry,
      ...(before === undefined ? {} : { OldData: before }),
    }),
  },
  list: (search, host) => listEntries(LIST, search, host),
  count: (search, host) => countEntries(LIST, search, host),
  save({ Login, Email, CustomerID, FirstName, LastName }, host) {
    const columns = { email: Email, customer_id: CustomerID, first_name: FirstName, last_name: LastName };
    return saveRow({ table: 'customer_user', nameColumn: 'login', name: Login, columns }, host);
  },
  async setFirstPassword(name, password, { database, settings }) {
    const stored = await hashNewPassword(password, settings);
    await database.query('update customer_user set pw = $2 where login = $1', [name, stored]);
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
