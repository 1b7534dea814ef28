import { formatSystemTime, isData, type CatalogueHost, type CatalogueSection, type Data } from '@ticketgate/sdk';

import { agentsSection } from './agents-section.js';

const TEXT = { type: 'string', minLength: 1 } as const;

/** Groups, agents and customers of a stand-alone system, for `config/catalogue.yml`. */
export const accountsCatalogue: readonly CatalogueSection[] = [
  {
    key: 'Groups',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['Name'],
        properties: { Name: TEXT, Comment: { type: 'string' } },
      },
    },
    apply: (entries, host) => applyEach(entries, (entry) => applyGroup(entry, host)),
  },
  agentsSection,
  {
    key: 'CustomerUsers',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['Login', 'Email', 'CustomerID', 'FirstName', 'LastName'],
        properties: { Login: TEXT, Email: TEXT, CustomerID: { type: 'string' }, FirstName: TEXT, LastName: TEXT },
      },
    },
    apply: (entries, host) => applyEach(entries, (entry) => applyCustomer(entry, host)),
  },
];

async function applyEach(
  entries: unknown,
  apply: (entry: Data) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const changes: string[] = [];
  for (const entry of Array.isArray(entries) ? entries : []) {
    const change = isData(entry) ? await apply(entry) : undefined;
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

async function applyGroup(entry: Data, host: CatalogueHost): Promise<string | undefined> {
  const rows = await host.database.query<{ isNew: boolean }>(
    `insert into groups_table (name, comments, valid_id, create_time, create_by, change_time, change_by)
     values ($1, $2, 1, $3, 1, $3, 1)
     on conflict (name) do update set comments = excluded.comments, change_time = excluded.change_time
       where groups_table.comments is distinct from excluded.comments and $4
     returning xmax = 0 as "isNew"`,
    [entry.Name, entry.Comment ?? null, formatSystemTime(host.now(), host.settings), entry.Comment !== undefined],
  );
  return rows[0] === undefined ? undefined : `group "${String(entry.Name)}" ${rows[0].isNew ? 'added' : 'changed'}`;
}

async function applyCustomer(entry: Data, host: CatalogueHost): Promise<string | undefined> {
  const rows = await host.database.query<{ isNew: boolean }>(
    `insert into customer_user
       (login, email, customer_id, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
     values ($1, $2, $3, $4, $5, 1, $6, 1, $6, 1)
     on conflict (login) do update set email = excluded.email, customer_id = excluded.customer_id,
       first_name = excluded.first_name, last_name = excluded.last_name, change_time = excluded.change_time
       where (customer_user.email, customer_user.customer_id, customer_user.first_name, customer_user.last_name)
         is distinct from (excluded.email, excluded.customer_id, excluded.first_name, excluded.last_name)
     returning xmax = 0 as "isNew"`,
    [
      entry.Login,
      entry.Email,
      entry.CustomerID,
      entry.FirstName,
      entry.LastName,
      formatSystemTime(host.now(), host.settings),
    ],
  );
  return rows[0] === undefined
    ? undefined
    : `customer user "${String(entry.Login)}" ${rows[0].isNew ? 'added' : 'changed'}`;
}
