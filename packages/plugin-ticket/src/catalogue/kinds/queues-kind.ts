import { auditTime, changeOf, createError, tableKind } from '@ticketgate/sdk';

import { TEXT } from '../../request/member-schemas.js';
import { targetTimes } from './target-times.js';

export const QueueGroupUnknown = createError<{ queue: string; group: string }>(
  'Catalogue.QueueGroupUnknown',
  ({ queue, group }) => `The queue "${queue}" has the group "${group}", which does not exist. Add it under Groups.`,
);

const LIST = `
select queue.name, queue.valid_id = 1 as "isValid", json_build_object(
  'Name', queue.name, 'Group', groups_table.name, 'Comment', queue.comments,
  'FirstResponseTime', nullif(queue.first_response_time, 0), 'UpdateTime', nullif(queue.update_time, 0),
  'SolutionTime', nullif(queue.solution_time, 0)) as "values"
from queue join groups_table on groups_table.id = queue.group_id`;

/** Queues, each with its group and, in minutes, its target times. */
export const queuesKind = tableKind({
  key: 'Queues',
  label: 'queue',
  table: 'queue',
  entries: LIST,
  members: { Group: TEXT, Comment: TEXT, ...targetTimes },
  async save(values, host) {
    const { Name, Group = 'users', Comment, FirstResponseTime = 0, UpdateTime = 0, SolutionTime = 0 } = values;
    const [found] = await host.database.query<{ id: number }>('select id from groups_table where name = $1', [Group]);
    if (found === undefined) throw new QueueGroupUnknown({ queue: String(Name), group: String(Group) });
    const bound = [Name, Comment ?? null, FirstResponseTime, UpdateTime, SolutionTime, found.id, auditTime(host)];
    return changeOf(await host.database.query<{ isNew: boolean }>(SAVE, bound));
  },
});

const SAVE = `
insert into queue (name, comments, first_response_time, update_time, solution_time, group_id, unlock_timeout, system_address_id,
  salutation_id, signature_id, follow_up_id, follow_up_lock, valid_id, create_time, create_by, change_time, change_by)
values ($1, $2, $3, $4, $5, $6, 0, 1, 1, 1, 1, 0, 1, $7, 1, $7, 1)
on conflict (name) do update set comments = excluded.comments, group_id = excluded.group_id,
  first_response_time = excluded.first_response_time, update_time = excluded.update_time,
  solution_time = excluded.solution_time, change_time = excluded.change_time
where (queue.comments, queue.group_id, coalesce(queue.first_response_time, 0), coalesce(queue.update_time, 0),
    coalesce(queue.solution_time, 0))
  is distinct from (excluded.comments, excluded.group_id, excluded.first_response_time, excluded.update_time, excluded.solution_time)
returning xmax = 0 as "isNew"`;
