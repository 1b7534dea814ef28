import { createError, type CatalogueSection, type Data } from '@ticketgate/sdk';

import { applyEntries, auditTime, changeOf } from './apply-entries.js';

export const QueueGroupUnknown = createError<{ queue: string; group: string }>(
  'Catalogue.QueueGroupUnknown',
  ({ queue, group }) => `The queue "${queue}" has the group "${group}", which does not exist. Name it under Groups.`,
);

const MINUTES = { type: 'integer', minimum: 0 } as const;

/** Queues, each with its group and, in minutes, its target times. */
export const queuesSection: CatalogueSection = {
  key: 'Queues',
  schema: {
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['Name'],
      properties: {
        Name: { type: 'string', minLength: 1 },
        Group: { type: 'string' },
        Comment: { type: 'string' },
        FirstResponseTime: MINUTES,
        UpdateTime: MINUTES,
        SolutionTime: MINUTES,
      },
    },
  },
  apply: (entries, host) =>
    applyEntries('queue', entries, async (entry) => {
      const group = typeof entry.Group === 'string' ? entry.Group : 'users';
      const [found] = await host.database.query<{ id: number }>('select id from groups_table where name = $1', [group]);
      if (found === undefined) throw new QueueGroupUnknown({ queue: String(entry.Name), group });
      const time = auditTime({ settings: host.settings, now: () => host.now() });
      return changeOf(await host.database.query<{ isNew: boolean }>(APPLY, [...values(entry), found.id, time]));
    }),
};

function values(entry: Data): readonly unknown[] {
  return [
    entry.Name,
    entry.Comment ?? null,
    entry.FirstResponseTime ?? 0,
    entry.UpdateTime ?? 0,
    entry.SolutionTime ?? 0,
  ];
}

const APPLY = `
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
