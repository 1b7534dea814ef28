import { parseEpoch, systemTimeZone, type Database, type Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import type { EscalationHistory, SuspendedPeriod } from './escalation-times.js';

interface EscalationRow {
  readonly kind: 'article' | 'state';
  readonly value: string;
  readonly time: string;
}

// Relevant articles and all previous states in one statement.
const LOAD = `
select 'article' as kind, s.name as value, a.create_time as time, a.id as position
from article a join article_sender_type s on s.id = a.article_sender_type_id
where a.ticket_id = $1 and a.is_visible_for_customer = 1 and s.name in ('agent', 'customer')
union all
select 'state', h.state_id::text, h.create_time, h.id
from ticket_history h join ticket_history_type t on t.id = h.history_type_id
where h.ticket_id = $1 and t.name in ('NewTicket', 'StateUpdate')
order by 3, 4`;

/** Reads the history of a ticket; `created` is its create_time. */
export async function loadEscalationHistory(
  database: Database,
  ticket: { id: number; created: string; stateType: string },
  sources: { catalogue: Catalogue; settings: Settings },
): Promise<EscalationHistory> {
  const zone = systemTimeZone(sources.settings);
  const rows = await database.query<EscalationRow>(LOAD, [ticket.id]);
  const articles = rows.filter((row) => row.kind === 'article');
  const states = rows
    .filter((row) => row.kind === 'state')
    .map((row) => {
      return { state: sources.catalogue.states.byID(Number(row.value)), time: parseEpoch(row.time, zone) };
    });
  const names = suspendStates(sources.settings);
  return {
    created: parseEpoch(ticket.created, zone),
    stateType: ticket.stateType,
    articles: articles.map((row) => ({ senderType: row.value, created: parseEpoch(row.time, zone) })),
    wasClosed: states.some(({ state }) => state?.typeName.startsWith('close') === true),
    suspended: suspendedPeriods(states.map(({ state, time }) => ({ time, isSuspended: names.has(state?.name ?? '') }))),
  };
}

/** The names in `EscalationSuspendStates`; none by default. */
export function suspendStates(settings: Settings): ReadonlySet<string> {
  const value = settings.get('EscalationSuspendStates');
  return new Set(Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : []);
}

function suspendedPeriods(phases: readonly { time: number; isSuspended: boolean }[]): readonly SuspendedPeriod[] {
  const periods: { from: number; to: number | undefined }[] = [];
  for (const { time, isSuspended } of phases) {
    const open = periods.at(-1)?.to === undefined ? periods.at(-1) : undefined;
    if (isSuspended && open === undefined) periods.push({ from: time, to: undefined });
    if (!isSuspended && open !== undefined) open.to = time;
  }
  return periods;
}
