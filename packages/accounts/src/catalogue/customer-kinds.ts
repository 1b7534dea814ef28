import { type CatalogueKind, columnText, type Data, nameText } from '@ticketgate/sdk';
import { saveRow, setValidity, tableKind } from '@ticketgate/database/postgres';

import { hashNewPassword } from '../passwords/new-password.js';
import { endSessions } from '../administration/session-administration.js';

declare module '@ticketgate/sdk' {
  interface KnownEvents {
    CustomerUserAdd: Data;
    CustomerUserUpdate: Data;
    CustomerCompanyAdd: Data;
    CustomerCompanyUpdate: Data;
  }
}

const USERS = `
select login as name, valid_id = 1 as "isValid", json_build_object('Login', login, 'Email', email, 'CustomerID', customer_id,
  'FirstName', first_name, 'LastName', last_name) as "values"
from customer_user`;

/** Customer users. They log in once they have a password, which does not belong in a file. */
export const customerUsersKind: CatalogueKind = {
  ...tableKind({
    key: 'CustomerUsers',
    label: 'customer user',
    nameKey: 'Login',
    nameColumn: 'login',
    table: 'customer_user',
    entries: USERS,
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
    members: {
      Email: columnText(150, { minLength: 1 }),
      CustomerID: { ...columnText(150), 'x-kind': 'CustomerCompanies' },
      FirstName: columnText(100, { minLength: 1 }),
      LastName: columnText(100, { minLength: 1 }),
    },
    required: ['Email', 'CustomerID', 'FirstName', 'LastName'],
    save({ Login, Email, CustomerID, FirstName, LastName }, host) {
      const columns = { email: Email, customer_id: CustomerID, first_name: FirstName, last_name: LastName };
      return saveRow({ table: 'customer_user', nameColumn: 'login', name: Login, columns }, host);
    },
  }),
  async setFirstPassword(name, password, { database, settings }) {
    const stored = await hashNewPassword(password, settings);
    await database.query('update customer_user set pw = $2 where login = $1', [name, stored]);
  },
  async setValidity(name, isValid, host) {
    if (!isValid) await endSessions(host.database, { type: 'Customer', key: 'UserLogin', value: name });
    return setValidity({ table: 'customer_user', name: 'login' }, { name, isValid }, host);
  },
};

const TEXT = columnText(200);

const COMPANIES = `
select customer_id as name, valid_id = 1 as "isValid", json_build_object('CustomerID', customer_id, 'Name', name,
  'Street', street, 'Zip', zip, 'City', city, 'Country', country, 'URL', url, 'Comment', comments) as "values"
from customer_company`;

/** Companies of customer users, who name them by their CustomerID. */
export const customerCompaniesKind = tableKind({
  key: 'CustomerCompanies',
  label: 'customer company',
  nameKey: 'CustomerID',
  nameColumn: 'customer_id',
  table: 'customer_company',
  entries: COMPANIES,
  events: {
    added: 'CustomerCompanyAdd',
    changed: 'CustomerCompanyUpdate',
    statement: `
select json_build_object('CustomerID', customer_id, 'CustomerCompanyName', name, 'CustomerCompanyStreet', coalesce(street, ''),
  'CustomerCompanyZIP', coalesce(zip, ''), 'CustomerCompanyCity', coalesce(city, ''), 'CustomerCompanyCountry', coalesce(country, ''),
  'CustomerCompanyURL', coalesce(url, ''), 'CustomerCompanyComment', coalesce(comments, ''), 'ValidID', valid_id,
  'CreateTime', create_time::text, 'ChangeTime', change_time::text) as entry
from customer_company where customer_id = $1`,
    dataOf: (entry, before) => ({
      CustomerID: entry.CustomerID,
      NewData: entry,
      ...(before === undefined ? {} : { OldCustomerID: before.CustomerID, OldData: before }),
    }),
  },
  members: {
    CustomerID: nameText(150),
    Name: columnText(191, { minLength: 1 }),
    Street: TEXT,
    Zip: TEXT,
    City: TEXT,
    Country: TEXT,
    URL: TEXT,
    Comment: columnText(250),
  },
  required: ['Name'],
  save(values, host) {
    const column = (name: string) => values[name] ?? null;
    const columns = {
      name: values.Name,
      street: column('Street'),
      zip: column('Zip'),
      city: column('City'),
      country: column('Country'),
      url: column('URL'),
      comments: column('Comment'),
    };
    return saveRow({ table: 'customer_company', nameColumn: 'customer_id', name: values.CustomerID, columns }, host);
  },
});
