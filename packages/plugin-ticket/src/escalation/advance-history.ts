import type { EscalationHistory } from './escalation-times.js';

/** The effect of a write on escalation. */
export interface EscalationEvent {
  /** Seconds since 1970. */
  readonly time: number;
  /** The state that the ticket is set to; `isSuspending` when it is one of `EscalationSuspendStates`. */
  readonly state?: { readonly typeName: string; readonly isSuspending: boolean } | undefined;
  /** The article that is added; one that customers do not see changes nothing. */
  readonly article?: { readonly senderType: string; readonly isVisible: boolean } | undefined;
}

/** The facts of a ticket that is about to be created, before anything happened to it. */
export function initialEscalationHistory(created: number): EscalationHistory {
  return { created, stateType: '', articles: [], wasClosed: false, suspended: [] };
}

/** The facts once the write is done. */
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
