import { columnText, type Data, nameText } from '@ticketgate/sdk';
import { saveRow, tableKind } from '@ticketgate/database/postgres';

const TEXT = columnText(200);

const LIST = `
select customer_id as name, valid_id = 1 as "isValid", json_build_object('CustomerID', customer_id, 'Name', name,
  'Street', street, 'Zip', zip, 'City', city, 'Country', country, 'URL', url, 'Comment', comments) as "values"
from customer_company`;

declare module '@ticketgate/sdk' {
  interface KnownEvents {
    CustomerCompanyAdd: Data;
    CustomerCompanyUpdate: Data;
  }
}

/** Companies of customer users, who name them by their CustomerID. */
export const customerCompaniesKind = tableKind({
  key: 'CustomerCompanies',
  label: 'customer company',
  nameKey: 'CustomerID',
  nameColumn: 'customer_id',
  table: 'customer_company',
  entries: LIST,
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
