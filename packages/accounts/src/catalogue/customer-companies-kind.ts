import { columnText, nameText } from '@ticketgate/sdk';
import { saveRow, tableKind } from '@ticketgate/postgres';

const TEXT = columnText(200);

const LIST = `
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
  entries: LIST,
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
