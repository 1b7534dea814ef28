import { listKeys, OperationError, operationError, parseTimestamp, type Data } from '@ticketgate/sdk';
import { looseObject, objectWith, text, textOrNull } from '@ticketgate/sdk/schema/words';

import { AGENT_CREDENTIALS, TIME } from '../columns/member-schemas.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { isFalsy, isText, toText } from '../request/family-values.js';
import { invalid, missing, shown } from '../request/input-errors.js';
import { nameSetting, readMost } from '../request/limits.js';
import { defineTicketOperation } from './define-ticket-operation.js';

const NAME = 'TimeAccountingGet';
/** Agents with `rw` in it may read the time of all agents. */
const GROUP = 'timeaccounting_webservice';

const MEMBERS = {
  Created: TIME,
  Queue: textOrNull('The queue of the ticket at that time; null before its history.'),
  TicketCustomerID: textOrNull(),
  TicketNumber: text(),
  TicketTitle: textOrNull(),
  TimeUnit: text('With two decimals, for example 1.50.'),
} as const;

const REQUIRED = ['TimeAccountingUserLogin', 'TimeAccountingStart', 'TimeAccountingEnd'] as const;

export const timeAccountingGetInput = objectWith(REQUIRED, {
  ...AGENT_CREDENTIALS,
  TimeAccountingUserLogin: text('Login of the agent, also of one who is no longer valid.'),
  TimeAccountingStart: text('YYYY-MM-DD HH:MM:SS in the system time zone; a day alone is its midnight.'),
  TimeAccountingEnd: text('The same; entries of this second are included.'),
});

export const timeAccountingGetOutput = looseObject({
  TimeAccountingResult: {
    type: 'array',
    description: 'Not there without entries.',
    items: objectWith(listKeys(MEMBERS), MEMBERS),
  },
});

/** Ticket::TimeAccountingGet of Znuny: the time that an agent has accounted, whatever the ticket. */
export const timeAccountingGet = defineTicketOperation({
  type: `Ticket::${NAME}`,
  summary: 'Lists the time that an agent has accounted within a period.',
  description: `Only for agents with rw in the group ${GROUP}, who need no permission for the tickets. The oldest entry comes first.`,
  effect: 'reads',
  errors: ['AuthFail', 'NoPermission', 'MissingParameter', 'InvalidParameter'],
  input: timeAccountingGetInput,
  output: timeAccountingGetOutput,
  examples: [
    {
      summary: 'The time of a day.',
      input: {
        TimeAccountingUserLogin: 'root@localhost',
        TimeAccountingStart: '2026-11-27 00:00:00',
        TimeAccountingEnd: '2026-11-27 23:59:59',
      },
    },
  ],
  async run(input, context) {
    await requirePermission(context);
    const absent = REQUIRED.find((name) => isFalsy(input[name]));
    if (absent !== undefined) throw missing(NAME, `${absent} parameter is missing!`);
    const entries = await loadEntries(input, context);
    return entries.length === 0 ? {} : { TimeAccountingResult: entries };
  },
});

async function requirePermission(context: TicketContext): Promise<void> {
  const caller = await context.authenticate();
  if (caller === undefined) throw operationError(NAME, 'AuthFail', 'Authentication failed!');
  const directory = await context.accounts.directory();
  const group = directory.groupByName(GROUP);
  const groups = directory.groupIDsOfAgent(caller.userID, 'rw');
  if (caller.type === 'User' && group !== undefined && groups.has(group.id)) return;
  throw new OperationError(`${NAME}.NoPermission`, `${NAME}: No permission!`, { reason: 'AccessDenied' });
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** As PostgreSQL reads a text as a `timestamp`, without its zone; undefined if it refuses it. */
function toMoment(value: unknown): string | undefined {
  const [, day, time = '00:00', seconds = ':00'] = MOMENT.exec(toText(value).trim()) ?? [];
  const moment = `${day} ${time}${seconds}`;
  return day !== undefined && parseTimestamp(moment, 'UTC') !== undefined ? moment : undefined;
}

const LOAD = `
select a.create_time as "Created", q.name as "Queue", t.customer_id as "TicketCustomerID", t.tn as "TicketNumber",
  t.title as "TicketTitle", a.time_unit as "TimeUnit"
from time_accounting a
join ticket t on t.id = a.ticket_id
left join lateral (
  select queue_id from ticket_history h where h.ticket_id = a.ticket_id and h.create_time <= a.create_time
  order by h.create_time desc, h.id desc limit 1
) at_that_time on true
left join queue q on q.id = at_that_time.queue_id
where a.create_by = $1 and a.create_time between $2 and $3
order by a.create_time, a.ticket_id, a.id
limit $4`;

async function loadEntries(input: Data, context: TicketContext): Promise<readonly Data[]> {
  const { database, accounts, binding, settings } = context;
  const { TimeAccountingUserLogin: login, TimeAccountingStart: start, TimeAccountingEnd: end } = input;
  const agent = isText(login) ? (await accounts.directory()).agentByLogin(String(login)) : undefined;
  const [first, last] = [toMoment(start), toMoment(end)];
  if (agent === undefined || first === undefined || last === undefined) {
    if (binding.profile !== 'contract') return [];
    const wrong = REQUIRED[[agent, first, last].indexOf(undefined)] ?? NAME;
    const wanted = agent === undefined ? 'the login of an agent' : 'a time such as 2026-01-31 08:00:00';
    throw invalid(NAME, `${wrong} is ${shown(input[wrong])}; write ${wanted}.`);
  }
  const most = readMost('TimeEntries', settings);
  const entries = await database.query<Data>(LOAD, [agent.id, first, last, most + 1], { isSearch: true });
  if (entries.length <= most) return entries;
  const allowed = `the ${most} that are allowed (${nameSetting('TimeEntries')})`;
  throw invalid(NAME, `The period has more entries than ${allowed}; ask for a shorter one.`);
}
