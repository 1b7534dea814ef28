import type { AnswerHead, Data } from '@ticketgate/sdk';

/** The answer of an operation that is not a stream: data, with a status and headers if it set any. */
export interface AnsweredData {
  readonly data: Data | undefined;
  readonly head: AnswerHead | undefined;
}

/** The form in which it is stored: the data, which is never a list, or a list of data and head. */
export type StoredAnswer = Data | undefined | readonly [Data | null, AnswerHead];

export function packAnswer({ data, head }: AnsweredData): StoredAnswer {
  return head === undefined ? data : [data ?? null, head];
}

export function unpackAnswer(stored: StoredAnswer): AnsweredData {
  if (!isPair(stored)) return { data: stored, head: undefined };
  const [data, head] = stored;
  return { data: data ?? undefined, head };
}

function isPair(stored: StoredAnswer): stored is readonly [Data | null, AnswerHead] {
  return Array.isArray(stored);
}
