import type { Data } from '../data.js';

/** A registered symbol, so that other copies of this package recognise it. */
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

/** Status and headers of an answer. */
export interface AnswerHead {
  /** Default: 200. */
  readonly status?: number;
  /** Headers in addition to those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

const NAME = /^[\w!#$%&'*+.^`|~-]+$/;
/** Header values: Latin-1 without line breaks. */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Headers about the transfer or the body, which only the gateway sets. */
const OF_TRANSPORT = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-request-id',
]);

/** @throws TypeError for an invalid status or header */
export function checkHead({ status = 200, headers = {} }: AnswerHead, reserved: readonly string[] = []): void {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new TypeError(`The status is ${String(status)}; write a whole number from 200 to 599.`);
  }
  for (const [name, value] of Object.entries(headers)) {
    const mistake = headerMistake(name, value, reserved);
    if (mistake !== undefined) throw new TypeError(mistake);
  }
}

function headerMistake(name: string, value: unknown, reserved: readonly string[]): string | undefined {
  if (!NAME.test(name)) return `"${name}" cannot be the name of a header.`;
  if (OF_TRANSPORT.has(name.toLowerCase()) || reserved.includes(name.toLowerCase())) {
    return `The header "${name}" is set for you. Leave it out.`;
  }
  if (typeof value === 'string' && HEADER_VALUE.test(value)) return undefined;
  return `The value of the header "${name}" is not a text of Latin characters in one line.`;
}
