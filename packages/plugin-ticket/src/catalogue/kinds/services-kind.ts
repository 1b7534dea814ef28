import { createError } from '@ticketgate/sdk';
import { auditTime, readValue, saveRow, tableKind } from '@ticketgate/database/postgres';

import { COMMENT, NAME } from './column-texts.js';

const ServiceCustomerUnknown = createError<{ service: string; login: string }>(
  'Catalogue.ServiceCustomerUnknown',
  ({ service, login }) =>
    `The service "${service}" has the customer user "${login}", which does not exist. Add it under CustomerUsers.`,
);

const LIST = `
select name, valid_id = 1 as "isValid", json_build_object('Name', name, 'Comment', comments,
  'CustomerUsers', (select json_agg(distinct customer_user_login order by customer_user_login)
    from service_customer_user where service_id = service.id)) as "values"
from service`;

/** Services by full path (`A::B`); used where Ticket::Service is on. `CustomerUsers` may use it, `<DEFAULT>` means everybody. */
export const servicesKind = tableKind({
  key: 'Services',
  label: 'service',
  table: 'service',
  entries: LIST,
  members: { Comment: COMMENT, CustomerUsers: { type: 'array', items: { ...NAME, 'x-kind': 'CustomerUsers' } } },
  async save({ Name, Comment, CustomerUsers = [] }, host, { isExact }) {
    const { database } = host;
    const login = await readValue<string>(database, UNKNOWN, [Name, CustomerUsers]);
    if (login !== undefined) throw new ServiceCustomerUnknown({ service: String(Name), login });
    const columns = { comments: Comment ?? (isExact ? null : undefined) };
    const change = await saveRow({ table: 'service', name: Name, columns }, host);
    const removed = isExact ? await database.query(REMOVE, [Name, CustomerUsers]) : [];
    const assigned = await database.query(ASSIGN, [Name, CustomerUsers, auditTime(host)]);
    return change ?? (assigned.length + removed.length > 0 ? 'changed' : undefined);
  },
});

/** A host may have customer users elsewhere. */
const UNKNOWN = `
select wanted.login from unnest($2::text[]) as wanted (login)
where wanted.login <> '<DEFAULT>' and exists (select from ticketgate.migration where made_family_tables)
  and wanted.login not in (select login from customer_user union all select customer_user_login
    from service_customer_user join service on service.id = service_id where service.name = $1)
limit 1`;

const ASSIGN = `
insert into service_customer_user (customer_user_login, service_id, create_time, create_by)
select login, service.id, $3::timestamp, 1 from (select distinct unnest($2::text[]) as login) as wanted, service
where service.name = $1 and not exists (
  select from service_customer_user where customer_user_login = login and service_id = service.id)
returning 1`;

const REMOVE = `
delete from service_customer_user using service
where service.name = $1 and service_id = service.id and customer_user_login <> all($2::text[])
returning 1`;
