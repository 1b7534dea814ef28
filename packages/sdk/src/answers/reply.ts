import type { Data } from '../data.js';
import { checkHead, type AnswerHead } from './answer-head.js';

/** A registered symbol, which other copies of this package share. */
const REPLY = Symbol.for('ticketgate.reply');

/** Data with its own status and headers; created by {@link reply}. */
export interface Reply<Answered extends Data | undefined = Data | undefined> extends AnswerHead {
  readonly [REPLY]: true;
  readonly data: Answered;
}

/**
 * Answers data with a status and headers. Mappings and `Gateway.Answer` apply to the data as usual. For failures, throw an error of
 * `createError` instead.
 *
 * @throws TypeError for an invalid status or header
 * @example
 * return reply({ OrderID: id }, { status: 201, headers: { Location: `/orders/${id}` } });
 */
export function reply<const Answered extends Data | undefined>(data: Answered, head: AnswerHead = {}): Reply<Answered> {
  checkHead(head);
  return Object.freeze({ ...head, [REPLY]: true as const, data });
}

export function isReply(value: unknown): value is Reply {
  return typeof value === 'object' && value !== null && REPLY in value;
}
