import { createError } from '@ticketgate/sdk';
import { saveRow, tableKind } from '@ticketgate/postgres';

import { COMMENT, NAME } from './column-texts.js';
import { targetTimeColumns, TARGET_TIME_VALUES, targetTimes } from './target-times.js';

export const QueueGroupUnknown = createError<{ queue: string; group: string }>(
  'Catalogue.QueueGroupUnknown',
  ({ queue, group }) => `The queue "${queue}" has the group "${group}", which does not exist. Add it under Groups.`,
);

const LIST = `
select queue.name, queue.valid_id = 1 as "isValid", json_build_object(
  'Name', queue.name, 'Group', groups_table.name, 'Comment', queue.comments, ${TARGET_TIME_VALUES}) as "values"
from queue join groups_table on groups_table.id = queue.group_id`;

/** Queues, each with its group and, in minutes, its target times. */
export const queuesKind = tableKind({
  key: 'Queues',
  label: 'queue',
  table: 'queue',
  entries: LIST,
  members: { Group: { ...NAME, 'x-kind': 'Groups' }, Comment: COMMENT, ...targetTimes },
  async save(values, host) {
    const { Name, Group = 'users', Comment } = values;
    const [found] = await host.database.query<{ id: number }>('select id from groups_table where name = $1', [Group]);
    if (found === undefined) throw new QueueGroupUnknown({ queue: String(Name), group: String(Group) });
    const columns = { comments: Comment ?? null, group_id: found.id, ...targetTimeColumns(values) };
    return saveRow({ table: 'queue', name: Name, columns, initial: INITIAL }, host);
  },
});

const INITIAL = {
  unlock_timeout: '0',
  system_address_id: '1',
  salutation_id: '1',
  signature_id: '1',
  follow_up_id: '1',
  follow_up_lock: '0',
};
