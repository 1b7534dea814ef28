import type { Data, Database } from '@ticketgate/sdk';

import { escalationTargetsOf } from '../escalation/escalation-targets.js';
import { epochOfTimestamp } from '../time/system-time-zone.js';
import { readWorkingCalendar } from '../time/working-calendar.js';
import { workingTimeBetween } from '../time/working-time.js';
import type { TicketFieldSources } from './ticket-fields.js';
import type { TicketRow } from './ticket-row.js';

interface MilestoneRow {
  readonly ticketID: number;
  readonly firstResponse: string | null;
  readonly firstLock: string | null;
  readonly closed: string | null;
}

const LOAD = `
select t.id as "ticketID",
  (select min(a.create_time) from article a
    join article_sender_type s on s.id = a.article_sender_type_id and s.name = 'agent'
    where a.ticket_id = t.id and a.is_visible_for_customer = 1) as "firstResponse",
  (select min(h.create_time) from ticket_history h
    join ticket_history_type ht on ht.id = h.history_type_id and ht.name = 'Lock'
    where h.ticket_id = t.id) as "firstLock",
  (select max(h.create_time) from ticket_history h
    join ticket_history_type ht on ht.id = h.history_type_id and ht.name in ('NewTicket', 'StateUpdate')
    join ticket_state st on st.id = h.state_id and st.valid_id = 1
    join ticket_state_type tt on tt.id = st.type_id and tt.name = 'closed'
    where h.ticket_id = t.id) as closed
from ticket t where t.id = any($1::bigint[])`;

/** The members that `Extended` adds, each only when there is something to say (`docs/compatibility.md`, ticket operations 3.4). */
export async function loadExtendedFields(
  database: Database,
  rows: readonly TicketRow[],
  sources: TicketFieldSources,
): Promise<ReadonlyMap<number, Data>> {
  const milestones = await database.query<MilestoneRow>(LOAD, [rows.map(({ id }) => id)]);
  const byID = new Map(milestones.map((milestone) => [milestone.ticketID, milestone]));
  return new Map(rows.map((row) => [row.id, presentMilestones(row, byID.get(row.id), sources)]));
}

function presentMilestones(row: TicketRow, milestone: MilestoneRow | undefined, sources: TicketFieldSources): Data {
  const { firstResponse, firstLock, closed } = milestone ?? {};
  const targets = escalationTargetsOf({ queueID: row.queueID, slaID: row.slaID ?? undefined }, sources);
  const minutes = (until: string): number => {
    const calendar = readWorkingCalendar(sources.settings, targets?.calendar ?? '');
    const start = epochOfTimestamp(row.created, sources.zone);
    return Math.round(workingTimeBetween(start, epochOfTimestamp(until, sources.zone), calendar) / 60);
  };
  return {
    ...(firstResponse == null ? {} : { FirstResponse: firstResponse }),
    ...difference('FirstResponse', firstResponse, { target: targets?.firstResponseTime ?? 0, minutes }),
    ...(firstLock == null ? {} : { FirstLock: firstLock }),
    ...(closed == null ? {} : { Closed: closed, SolutionInMin: minutes(closed) }),
    ...difference('Solution', closed, { target: targets?.solutionTime ?? 0, minutes }),
  };
}

/** Working minutes that were used and left, where there is a target. */
function difference(
  name: 'FirstResponse' | 'Solution',
  time: string | null | undefined,
  { target, minutes }: { readonly target: number; minutes(until: string): number },
): Data {
  if (time == null || target === 0) return {};
  const used = minutes(time);
  return { [`${name}InMin`]: used, [`${name}DiffInMin`]: target - used };
}
