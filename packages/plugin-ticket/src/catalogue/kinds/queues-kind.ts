import { type CatalogueHost, createError, type Data } from '@ticketgate/sdk';
import { auditTime, saveRow, tableKind } from '@ticketgate/database/postgres';

import { toText } from '../../request/family-values.js';
import { COMMENT, NAME } from './column-texts.js';
import { each } from '../../columns/member-schemas.js';

/** Maximum of an `integer` column. */
const MOST_MINUTES = 2 ** 31 - 1;

/** In minutes of working time. */
export const targetTimes = each('FirstResponseTime UpdateTime SolutionTime', {
  type: 'integer',
  minimum: 0,
  maximum: MOST_MINUTES,
});

/** Members and columns for `json_build_object`. */
export const TARGET_TIME_VALUES = `'FirstResponseTime', nullif(first_response_time, 0), 'UpdateTime', nullif(update_time, 0),
  'SolutionTime', nullif(solution_time, 0)`;

/** Values of the columns: 0 for none. */
export function targetTimeColumns({ FirstResponseTime = 0, UpdateTime = 0, SolutionTime = 0 }: Data): Data {
  return { first_response_time: FirstResponseTime, update_time: UpdateTime, solution_time: SolutionTime };
}

/** The name and the address of a system address. */
const SENDER = String.raw`^([^\u0000\r\n]{0,200}) <([^\s@<>,;\u0000]{1,100}@[^\s@<>,;\u0000]{1,99})>$`;

/** The sender of the mails of a queue. */
const sender = {
  type: 'string',
  maxLength: 403,
  pattern: SENDER,
  description: 'a name and an e-mail address, for example Support <support@example.org>',
} as const;

export const QueueGroupUnknown = createError<{ queue: string; group: string }>(
  'Catalogue.QueueGroupUnknown',
  ({ queue, group }) => `The queue "${queue}" has the group "${group}", which does not exist. Add it under Groups.`,
);

const LIST = `
select queue.name, queue.valid_id = 1 as "isValid", json_build_object(
  'Name', queue.name, 'Group', groups_table.name, 'Comment', queue.comments,
  'Sender', address.value1 || ' <' || address.value0 || '>', ${TARGET_TIME_VALUES}) as "values"
from queue join groups_table on groups_table.id = queue.group_id
left join system_address address on address.id = queue.system_address_id`;

const ENTRY = `
select json_build_object('QueueID', queue.id, 'Name', queue.name, 'GroupID', group_id, 'Comment', queue.comments, 'ValidID', queue.valid_id,
  'UnlockTimeout', unlock_timeout, 'FirstResponseTime', first_response_time, 'FirstResponseNotify', first_response_notify,
  'UpdateTime', update_time, 'UpdateNotify', update_notify, 'SolutionTime', solution_time, 'SolutionNotify', solution_notify,
  'FollowUpID', follow_up_id, 'FollowUpLock', follow_up_lock, 'SystemAddressID', system_address_id, 'Email', address.value0,
  'RealName', address.value1, 'SalutationID', salutation_id, 'SignatureID', signature_id, 'DefaultSignKey', default_sign_key,
  'Calendar', calendar_name, 'CreateTime', queue.create_time::text, 'ChangeTime', queue.change_time::text) as entry
from queue left join system_address address on address.id = system_address_id where queue.name = $1`;

/** Queues, each with its group and, in minutes, its target times. */
export const queuesKind = tableKind({
  key: 'Queues',
  label: 'queue',
  table: 'queue',
  entries: LIST,
  events: {
    added: 'QueueCreate',
    changed: 'QueueUpdate',
    statement: ENTRY,
    dataOf: (Queue, before) => (before === undefined ? { Queue } : { Queue, OldQueue: before }),
  },
  members: { Group: { ...NAME, 'x-kind': 'Groups' }, Comment: COMMENT, Sender: sender, ...targetTimes },
  async save(values, host) {
    const { Name, Group = 'users', Comment, Sender } = values;
    const row = { table: 'queue', name: Name };
    const [found] = await host.database.query<{ id: number }>('select id from groups_table where name = $1', [Group]);
    if (found === undefined) throw new QueueGroupUnknown({ queue: String(Name), group: String(Group) });
    const columns = { comments: Comment ?? null, group_id: found.id, ...targetTimeColumns(values) };
    if (Sender === undefined)
      return saveRow({ ...row, columns, initial: { ...INITIAL, system_address_id: '1' } }, host);
    const [, name, address] = new RegExp(SENDER).exec(toText(Sender)) ?? [];
    const system_address_id = await saveAddress([address, name], host);
    return saveRow({ ...row, columns: { ...columns, system_address_id }, initial: INITIAL }, host);
  },
});

const ADDRESS = `
with known as (
  select id from system_address where value0 = $1 and value1 = $2 and valid_id = 1 order by id limit 1
), added as (
  insert into system_address (value0, value1, queue_id, valid_id, create_time, create_by, change_time, change_by)
  select $1, $2, 1, 1, $3::timestamp, 1, $3::timestamp, 1 where not exists (select from known) returning id
)
select id from known union all select id from added`;

async function saveAddress(values: readonly unknown[], host: CatalogueHost): Promise<number | undefined> {
  const [row] = await host.database.query<{ readonly id: number }>(ADDRESS, [...values, auditTime(host)]);
  return row?.id;
}

const INITIAL = { unlock_timeout: '0', salutation_id: '1', signature_id: '1', follow_up_id: '1', follow_up_lock: '0' };
