import { auditTime, changeOf, tableKind } from '@ticketgate/sdk';

const TEXT = { type: 'string' } as const;

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
    Name: { type: 'string', minLength: 1 },
    Street: TEXT,
    Zip: TEXT,
    City: TEXT,
    Country: TEXT,
    URL: TEXT,
    Comment: TEXT,
  },
  required: ['Name'],
  async save(values, host) {
    const columns = ['CustomerID', 'Name', 'Street', 'Zip', 'City', 'Country', 'URL', 'Comment'];
    const bound = [...columns.map((column) => values[column] ?? null), auditTime(host)];
    return changeOf(await host.database.query<{ isNew: boolean }>(SAVE, bound));
  },
});

const SAVE = `
insert into customer_company as known (customer_id, name, street, zip, city, country, url, comments, valid_id,
  create_time, create_by, change_time, change_by)
values ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, 1, $9, 1)
on conflict (customer_id) do update set name = excluded.name, street = excluded.street, zip = excluded.zip,
  city = excluded.city, country = excluded.country, url = excluded.url, comments = excluded.comments,
  change_time = excluded.change_time
  where (known.name, known.street, known.zip, known.city, known.country, known.url, known.comments) is distinct from
    (excluded.name, excluded.street, excluded.zip, excluded.city, excluded.country, excluded.url, excluded.comments)
returning xmax = 0 as "isNew"`;
