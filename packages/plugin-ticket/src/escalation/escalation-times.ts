import type { Settings } from '@ticketgate/sdk';

import type { EscalationTargets, Catalogue } from '../catalogue/catalogue.js';
import type { RowOf } from '../columns/columns.js';
import type { ESCALATION } from '../columns/ticket-columns.js';
import type { WorkingCalendar } from '../time/working-calendar.js';
import { addWorkingTime, workingTimeBetween } from '../time/working-time.js';

/**
 * The target times that apply: those of the SLA when `Ticket::Service` is on and the ticket has one, else those of the queue. Undefined
 * when none is set.
 */
export function findEscalationTargets(
  { queueID, slaID }: { readonly queueID: number; readonly slaID: number | null },
  { catalogue, settings }: { catalogue: Catalogue; settings: Settings },
): EscalationTargets | undefined {
  const hasAgreement = settings.flag('Ticket::Service') && slaID !== null;
  const agreement = hasAgreement ? catalogue.serviceLevelAgreements.byID(slaID) : undefined;
  const targets = (agreement ?? catalogue.queues.byID(queueID))?.escalation;
  if (targets === undefined) return undefined;
  const { firstResponseTime, updateTime, solutionTime } = targets;
  return firstResponseTime > 0 || updateTime > 0 || solutionTime > 0 ? targets : undefined;
}

/** Whether tickets in such a state no longer escalate: merged, closed and removed ones. */
export function isFinished(stateType: string): boolean {
  return /^(?:merge|close|remove)/.test(stateType);
}

/** The four columns of `ticket`. */
export type EscalationTimes = RowOf<typeof ESCALATION>;

/** A visible article of an agent or a customer. */
export interface EscalationArticle {
  readonly senderType: string;
  /** Seconds since 1970. */
  readonly created: number;
}

/** A period (seconds since 1970) that does not count; `to` is undefined if it has not ended. */
export interface SuspendedPeriod {
  readonly from: number;
  readonly to: number | undefined;
}

/** The events of a ticket that determine its escalation. */
export interface EscalationHistory {
  readonly created: number;
  readonly stateType: string;
  /** Visible articles of agents and customers, oldest first. */
  readonly articles: readonly EscalationArticle[];
  /** Whether the ticket was ever closed: then it counts as solved, even when it is open again. */
  readonly wasClosed: boolean;
  /** Periods in one of `EscalationSuspendStates`, oldest first. */
  readonly suspended: readonly SuspendedPeriod[];
}

export const NO_ESCALATION: EscalationTimes = { escalationTime: 0, responseTime: 0, updateTime: 0, solutionTime: 0 };

/**
 * Computes when a ticket escalates (`docs/compatibility.md`): the response until the first visible article of an agent, the
 * update after the last relevant visible article and not in pending states, the solution until the ticket was closed. While a ticket is
 * suspended nothing escalates, and that time does not count.
 */
export function escalationTimes(
  facts: EscalationHistory,
  targets: EscalationTargets | undefined,
  calendar: WorkingCalendar,
): EscalationTimes {
  if (targets === undefined || isFinished(facts.stateType)) return NO_ESCALATION;
  if (facts.suspended.some((period) => period.to === undefined)) return NO_ESCALATION;
  const due = (start: number | undefined, minutes: number): number => {
    if (start === undefined || minutes <= 0) return 0;
    return dueTime({ start, seconds: minutes * 60 }, facts.suspended, calendar);
  };
  const isAnswered = facts.articles.some((article) => article.senderType === 'agent');
  const responseTime = due(isAnswered ? undefined : facts.created, targets.firstResponseTime);
  const updateTime = due(updateStart(facts), targets.updateTime);
  const solutionTime = due(facts.wasClosed ? undefined : facts.created, targets.solutionTime);
  const set = [responseTime, updateTime, solutionTime].filter((time) => time > 0);
  return { responseTime, updateTime, solutionTime, escalationTime: set.length > 0 ? Math.min(...set) : 0 };
}

/** The last answer of an agent, or the oldest unanswered article of a customer. */
function updateStart(facts: EscalationHistory): number | undefined {
  if (facts.stateType.startsWith('pending')) return undefined;
  const lastAnswer = facts.articles.findLastIndex((article) => article.senderType === 'agent');
  const unanswered = facts.articles[lastAnswer + 1];
  return (unanswered ?? facts.articles[lastAnswer])?.created;
}

/** Suspended working time is added at the end, which may reach into another suspended period. */
function dueTime(
  target: { start: number; seconds: number },
  suspended: readonly SuspendedPeriod[],
  calendar: WorkingCalendar,
): number {
  let lost = 0;
  let due = addWorkingTime(target.start, target.seconds, calendar) ?? 0;
  for (const { from, to } of suspended) {
    if (to === undefined || to <= target.start || from >= due) continue;
    lost += workingTimeBetween(Math.max(from, target.start), to, calendar);
    due = addWorkingTime(target.start, target.seconds + lost, calendar) ?? 0;
  }
  return due;
}

/** The effect of a write on escalation. */
interface EscalationEvent {
  /** Seconds since 1970. */
  readonly time: number;
  /** The state that the ticket is set to; `isSuspending` when it is one of `EscalationSuspendStates`. */
  readonly state?: { readonly typeName: string; readonly isSuspending: boolean } | undefined;
  /** The article that is added; an article that is hidden from customers has no effect. */
  readonly article?: { readonly senderType: string; readonly isVisible: boolean } | undefined;
}

/** The history of a ticket that is about to be created. */
export function initialEscalationHistory(created: number): EscalationHistory {
  return { created, stateType: '', articles: [], wasClosed: false, suspended: [] };
}

export function advanceHistory(facts: EscalationHistory, event: EscalationEvent): EscalationHistory {
  return withState(withArticle(facts, event), event);
}

function withArticle(facts: EscalationHistory, { time, article }: EscalationEvent): EscalationHistory {
  if (article?.isVisible !== true || !['agent', 'customer'].includes(article.senderType)) return facts;
  return { ...facts, articles: [...facts.articles, { senderType: article.senderType, created: time }] };
}

function withState(facts: EscalationHistory, { time, state }: EscalationEvent): EscalationHistory {
  if (state === undefined) return facts;
  const open = facts.suspended.find((period) => period.to === undefined);
  const ended = facts.suspended.map((period) =>
    period.to === undefined && !state.isSuspending ? { ...period, to: time } : period,
  );
  return {
    ...facts,
    stateType: state.typeName,
    wasClosed: facts.wasClosed || state.typeName.startsWith('close'),
    suspended: state.isSuspending && open === undefined ? [...ended, { from: time, to: undefined }] : ended,
  };
}
