import { type CatalogueKind, columnText, type Data, nameText } from '@ticketgate/sdk';
import { tableKind } from '@ticketgate/database/postgres';

import { endSessions } from '../administration/session-administration.js';
import { withLogins } from './logins.js';

declare module '@ticketgate/sdk' {
  interface KnownEvents {
    CustomerUserAdd: Data;
    CustomerUserUpdate: Data;
    CustomerCompanyAdd: Data;
    CustomerCompanyUpdate: Data;
  }
}

const customerUsers = tableKind({
  key: 'CustomerUsers',
  label: 'customer user',
  nameKey: 'Login',
  nameColumn: 'login',
  table: 'customer_user',
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
  columns: {
    Email: ['email', columnText(150, { minLength: 1 })],
    CustomerID: ['customer_id', { ...columnText(150), 'x-kind': 'CustomerCompanies' }],
    FirstName: ['first_name', columnText(100, { minLength: 1 })],
    LastName: ['last_name', columnText(100, { minLength: 1 })],
  },
  required: ['Email', 'CustomerID', 'FirstName', 'LastName'],
});

/** Customer users. They can log in once they have a password, which does not belong in a file. */
export const customerUsersKind = withLogins(customerUsers, 'customer_user', (login, { database }) =>
  endSessions(database, { type: 'Customer', key: 'UserLogin', value: login }),
);

const TEXT = columnText(200);

const companies = tableKind({
  key: 'CustomerCompanies',
  label: 'customer company',
  nameKey: 'CustomerID',
  nameColumn: 'customer_id',
  table: 'customer_company',
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
  columns: {
    Name: ['name', columnText(191, { minLength: 1 })],
    Street: ['street', TEXT],
    Zip: ['zip', TEXT],
    City: ['city', TEXT],
    Country: ['country', TEXT],
    URL: ['url', TEXT],
    Comment: ['comments', columnText(250)],
  },
  members: { CustomerID: nameText(150) },
  required: ['Name'],
});

/** Companies, to which customer users refer by CustomerID. Members that an entry lacks are emptied. */
export const customerCompaniesKind: CatalogueKind = {
  ...companies,
  save: (values, host) => companies.save(values, host, { isExact: true }),
};
