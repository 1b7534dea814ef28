import { parseJson } from '@ticketgate/sdk';
import { createHash } from 'node:crypto';

import { invalid } from '../request/input-errors.js';
import type { SortKey } from '../search/statement/compose-search.js';
import { type Bind, every, some, type Condition } from '../search/statement/condition.js';

/** The end of a page: the sort key of its last ticket, as text, and the ticket's id. */
export interface PageCursor {
  readonly keys: readonly (string | null)[];
  readonly id: number;
}

/** Encodes a cursor for `After`, for tickets in this order. */
export function encodeCursor({ keys, id }: PageCursor, sort: readonly SortKey[]): string {
  return Buffer.from(JSON.stringify([hashOrder(sort), id, ...keys])).toString('base64url');
}

/** @throws OperationError `<Operation>.InvalidParameter` for a text that is not a cursor, or one of another order */
export function decodeCursor(text: string, sort: readonly SortKey[], operation: string): PageCursor {
  const parts = parseCursor(text);
  if (parts === undefined) throw invalidCursor(operation);
  const [mark, id, ...keys] = parts;
  if (mark !== hashOrder(sort)) {
    throw invalid(operation, 'After belongs to another SortBy or OrderBy; send the same as for the page before.');
  }
  if (keys.length !== sort.length) throw invalidCursor(operation);
  return { keys, id: Number(id) };
}

/** `<Operation>.InvalidParameter` */
export function invalidCursor(operation: string): Error {
  return invalid(
    operation,
    'After is not the Next of an earlier answer; send that unchanged, or leave After out to start with the first page.',
  );
}

/** Identifies an order, so that its cursors are not used for another one. */
function hashOrder(sort: readonly SortKey[]): string {
  const order = sort.map(({ expression, direction }) => `${expression((value) => JSON.stringify(value))} ${direction}`);
  return createHash('sha256').update(order.join()).digest('base64url').slice(0, 8);
}

function parseCursor(text: string): readonly (string | null)[] | undefined {
  const parts = parseJson(Buffer.from(text, 'base64url').toString());
  const isWhole = Array.isArray(parts) && parts.length >= 2 && Number.isSafeInteger(parts[1]);
  return isWhole ? parts.map((part) => (part === null ? null : String(part))) : undefined;
}

/**
 * The condition for rows after a cursor (keyset pagination). PostgreSQL puts nulls last when
 * it sorts up, first when it sorts down.
 */
export function afterCursor({ keys, id }: PageCursor, sort: readonly SortKey[]): Condition {
  return sort.reduceRight<Condition>(
    (rest, key, index) => afterKey(key, keys[index] ?? null, rest),
    (bind) => `t.id > ${bind(id, 'bigint')}`,
  );
}

function afterKey({ expression, direction, canBeNull }: SortKey, value: string | null, rest: Condition): Condition {
  const compare = (operator: string) => (bind: Bind) => `${expression(bind)} ${operator} ${bind(value)}`;
  const isNull: Condition = (bind) => `${expression(bind)} is null`;
  if (value === null) {
    const equal = every([isNull, rest]);
    return direction === 'asc' ? equal : some([(bind) => `${expression(bind)} is not null`, equal]);
  }
  const equal = every([compare('='), rest]);
  if (direction === 'asc' && canBeNull) return some([compare('>'), isNull, equal]);
  const operator = direction === 'asc' ? '>' : '<';
  // The first half is redundant, but lets PostgreSQL use an index.
  return every([compare(`${operator}=`), some([compare(operator), equal])]);
}
