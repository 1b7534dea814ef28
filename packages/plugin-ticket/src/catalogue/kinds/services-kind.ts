import { auditTime, changeOf, tableKind } from '@ticketgate/sdk';

import { TEXT } from '../../request/member-schemas.js';

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
  members: { Comment: TEXT, CustomerUsers: { type: 'array', items: TEXT } },
  async save({ Name, Comment, CustomerUsers = [] }, host, { isExact }) {
    const { database } = host;
    const time = auditTime(host);
    const values = [Name, Comment ?? null, time, isExact || Comment !== undefined];
    const rows = await database.query<{ isNew: boolean }>(SAVE, values);
    const removed = isExact ? await database.query(REMOVE, [Name, CustomerUsers]) : [];
    const assigned = await database.query(ASSIGN, [Name, CustomerUsers, time]);
    return changeOf(rows) ?? (assigned.length + removed.length > 0 ? 'changed' : undefined);
  },
});

const SAVE = `
insert into service (name, comments, valid_id, create_time, create_by, change_time, change_by)
values ($1, $2, 1, $3, 1, $3, 1)
on conflict (name) do update set comments = excluded.comments, change_time = excluded.change_time
  where $4 and service.comments is distinct from excluded.comments
returning xmax = 0 as "isNew"`;

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
