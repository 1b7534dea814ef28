import { listKeys, formatEpoch } from '@ticketgate/sdk';

import type { Catalogue } from '../../catalogue/catalogue.js';
import { readTimeLimits, timeLimitParameters, type TimeLimits } from '../parameters/read-time-limits.js';
import {
  inHistory,
  type Criteria,
  type SearchSources,
  type Bind,
  every,
  isAnyID,
  NOTHING,
  type Condition,
} from '../statement/condition.js';

interface TimeCriterion {
  /** The condition that a ticket is within the limits. */
  readonly within: (limits: TimeLimits, sources: SearchSources) => Condition;
  readonly mayBeFuture?: boolean;
}

/** By the prefixes of their parameters. */
const CRITERIA = {
  TicketCreateTime: { within: (limits, { zone }) => timestampWithin('t.create_time', limits, zone) },
  TicketLastChangeTime: { within: (limits, { zone }) => timestampWithin('t.change_time', limits, zone) },
  TicketChangeTime: { within: (limits, { zone }) => inHistory([createdWithin(limits, zone)]) },
  TicketCloseTime: { within: wasClosedWithin },
  TicketPendingTime: { within: isPendingWithin, mayBeFuture: true },
  TicketEscalationTime: { within: escalatesWithin('t.escalation_time') },
  TicketEscalationUpdateTime: { within: escalatesWithin('t.escalation_update_time') },
  TicketEscalationResponseTime: { within: escalatesWithin('t.escalation_response_time') },
  TicketEscalationSolutionTime: { within: escalatesWithin('t.escalation_solution_time') },
} satisfies Readonly<Record<string, TimeCriterion>>;

export const TIMES_OF_TICKETS = listKeys(CRITERIA);

/** When tickets were created, changed, closed, and when they are due. Times of articles: see {@link articleCriteria}. */
export const timeCriteria: Criteria = {
  parameters: TIMES_OF_TICKETS.flatMap(timeLimitParameters),
  conditions: (sources) =>
    Object.entries<TimeCriterion>(CRITERIA).flatMap(([prefix, { within, mayBeFuture = false }]) => {
      const limits = readTimeLimits(prefix, sources, { mayBeFuture });
      if (limits === undefined) return [];
      return [limits === 'invalid' ? NOTHING : within(limits, sources)];
    }),
};

/** A column of type timestamp, in the system's time zone. */
export function timestampWithin(column: string, limits: TimeLimits, zone: string): Condition {
  return between(column, limits, (epoch, bind) => bind(formatEpoch(epoch, zone), 'timestamp'));
}

function epochWithin(column: string, limits: TimeLimits): Condition {
  return between(column, limits, (epoch, bind) => bind(epoch, 'bigint'));
}

function between(
  column: string,
  { older, newer }: TimeLimits,
  bindTime: (epoch: number, bind: Bind) => string,
): Condition {
  const compare = (operator: string, epoch: number | undefined): readonly Condition[] =>
    epoch === undefined ? [] : [(bind) => `${column} ${operator} ${bindTime(epoch, bind)}`];
  return every([...compare('<=', older), ...compare('>=', newer)]);
}

/** When a history row was written. */
function createdWithin(limits: TimeLimits, zone: string): Condition {
  return timestampWithin('h.create_time', limits, zone);
}

function wasClosedWithin(limits: TimeLimits, { catalogue, zone }: SearchSources): Condition {
  const types = ['NewTicket', 'StateUpdate'].flatMap((name) => catalogue.historyTypes.byName(name)?.id ?? []);
  const closed = stateIDs(catalogue, ['closed']);
  const isClosing = [isAnyID('h.history_type_id', types), isAnyID('h.state_id', closed)];
  return inHistory([...isClosing, createdWithin(limits, zone)]);
}

/** Pending tickets without a time are due since 1970. */
function isPendingWithin(limits: TimeLimits, { catalogue }: SearchSources): Condition {
  const pending = stateIDs(catalogue, ['pending reminder', 'pending auto']);
  return every([isAnyID('t.ticket_state_id', pending), epochWithin('t.until_time', limits)]);
}

function escalatesWithin(column: string): TimeCriterion['within'] {
  return (limits) => every([() => `${column} <> 0`, epochWithin(column, limits)]);
}

function stateIDs({ states }: Catalogue, types: readonly string[]): readonly number[] {
  return states.all.filter(({ typeName }) => types.includes(typeName)).map(({ id }) => id);
}
