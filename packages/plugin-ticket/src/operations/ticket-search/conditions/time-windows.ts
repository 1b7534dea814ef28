import { isText, textOf } from '../../../values.js';
import { epochOf, formatTimestamp, parseTimestamp } from '../../../time/system-time-zone.js';
import type { SearchSources } from '../search-sources.js';
import { NoHits, type SearchStatement } from '../search-statement.js';

interface TimeWindow {
  readonly prefix: string;
  /** Makes the condition of what a comparison with the column says. */
  condition(compare: (column: string) => string, sources: SearchSources): string;
  /** Seconds since 1970 instead of timestamps. */
  readonly isEpoch: boolean;
  /** A lower bound in the future empties the result. */
  readonly refusesFuture: boolean;
}

const timestamp = (prefix: string, condition: TimeWindow['condition']): TimeWindow => {
  return { prefix, condition, isEpoch: false, refusesFuture: true };
};
const escalation = (prefix: string, column: string): TimeWindow => {
  return {
    prefix,
    isEpoch: true,
    refusesFuture: true,
    condition: (compare) => `(${column} <> 0 and ${compare(column)})`,
  };
};

const WINDOWS: readonly TimeWindow[] = [
  timestamp('TicketCreateTime', (compare) => compare('t.create_time')),
  timestamp('TicketLastChangeTime', (compare) => compare('t.change_time')),
  timestamp(
    'TicketChangeTime',
    (compare) => `exists (select from ticket_history h where h.ticket_id = t.id and ${compare('h.create_time')})`,
  ),
  timestamp('TicketCloseTime', closeCondition),
  timestamp('ArticleCreateTime', (compare, { isCustomer }) => {
    const visible = isCustomer ? ' and a.is_visible_for_customer = 1' : '';
    return `exists (select from article a where a.ticket_id = t.id${visible} and ${compare('a.create_time')})`;
  }),
  { prefix: 'TicketPendingTime', isEpoch: true, refusesFuture: false, condition: pendingCondition },
  escalation('TicketEscalationTime', 't.escalation_time'),
  escalation('TicketEscalationUpdateTime', 't.escalation_update_time'),
  escalation('TicketEscalationResponseTime', 't.escalation_response_time'),
  escalation('TicketEscalationSolutionTime', 't.escalation_solution_time'),
];

function closeCondition(compare: (column: string) => string, { catalogue }: SearchSources): string {
  const types = ['NewTicket', 'StateUpdate'].flatMap((name) => catalogue.historyTypes.byName(name)?.id ?? []);
  const closed = catalogue.states.all.filter(({ typeName }) => typeName === 'closed').map(({ id }) => id);
  // Ids of the catalogue are numbers: they may stand in the text, which is the same for every search.
  return `exists (select from ticket_history h where h.ticket_id = t.id and h.history_type_id in (${types.join(', ')})
    and h.state_id in (${[0, ...closed].join(', ')}) and ${compare('h.create_time')})`;
}

function pendingCondition(compare: (column: string) => string, { catalogue }: SearchSources): string {
  const pending = catalogue.states.all.filter(({ typeName }) => typeName.startsWith('pending')).map(({ id }) => id);
  return `(t.ticket_state_id in (${[0, ...pending].join(', ')}) and ${compare('t.until_time')})`;
}

/** `<Prefix>OlderMinutes`, `NewerMinutes`, `OlderDate`, `NewerDate`, and what the family's forms send instead. */
export function addTimeWindows(sources: SearchSources, statement: SearchStatement): void {
  for (const window of WINDOWS) {
    const older = limitOf(window.prefix, 'Older', sources);
    const newer = limitOf(window.prefix, 'Newer', sources);
    checkDates(window, sources);
    for (const [limit, sign] of [
      [older, '<='],
      [newer, '>='],
    ] as const) {
      if (limit === undefined) continue;
      const bound = window.isEpoch
        ? `${statement.bind(epochOf(limit))}::bigint`
        : `${statement.bind(formatTimestamp(limit, sources.zone))}::timestamp`;
      statement.where(window.condition((column) => `${column} ${sign} ${bound}`, sources));
    }
  }
}

function limitOf(prefix: string, side: 'Older' | 'Newer', sources: SearchSources): Date | undefined {
  const minutes = sources.input[`${prefix}${side}Minutes`];
  const date = dateOf(prefix, side, sources);
  if (!isText(minutes) || minutes === '') return date;
  if (!/^-?\d+$/.test(textOf(minutes))) throw new NoHits();
  return new Date(sources.now.getTime() - Number(textOf(minutes)) * 60_000);
}

function dateOf(prefix: string, side: 'Older' | 'Newer', { input, zone }: SearchSources): Date | undefined {
  const value = input[`${prefix}${side}Date`];
  if (!isText(value) || value === '') return undefined;
  const date = /^\d+-\d+-\d+ \d+:\d+:\d+$/.test(textOf(value)) ? parseTimestamp(textOf(value), zone) : undefined;
  if (date === undefined) throw new NoHits();
  return date;
}

function checkDates({ prefix, refusesFuture }: TimeWindow, sources: SearchSources): void {
  const newer = dateOf(prefix, 'Newer', sources);
  const older = dateOf(prefix, 'Older', sources);
  if (newer === undefined) return;
  if (refusesFuture && newer > sources.now) throw new NoHits();
  if (older !== undefined && newer > older) throw new NoHits();
}
