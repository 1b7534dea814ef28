import type { Data } from '../data.js';
import { checkHead, type AnswerHead } from './answer-head.js';

/** By a name: another copy of this package makes the same. */
const REPLY = Symbol.for('ticketgate.reply');

/** Data with a status and headers of its own; made by {@link reply}. */
export interface Reply<Answered extends Data | undefined = Data | undefined> extends AnswerHead {
  readonly [REPLY]: true;
  readonly data: Answered;
}

/**
 * Answers data with a status and headers. Mappings and the form of the service apply to the data as always. Failures are errors
 * (`createError`), not replies.
 *
 * @throws TypeError when status or headers cannot be sent
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
