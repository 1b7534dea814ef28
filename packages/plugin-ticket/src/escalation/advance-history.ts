import type { EscalationHistory } from './escalation-times.js';

/** The effect of a write on escalation. */
export interface EscalationEvent {
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

/** Adds the event to the history. */
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
