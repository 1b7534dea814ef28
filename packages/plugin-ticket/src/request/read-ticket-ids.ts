import { operationError, type OperationContext, type LimitScope } from '@ticketgate/sdk';

import { requireAtMost, readMost } from './limits.js';
import { isFalsy, isText, toText } from './family-values.js';
import { missing, invalid } from './input-errors.js';
import { INTEGER, TEXT } from '../columns/member-schemas.js';

/**
 * Splits the texts of a list at commas. Stops as soon as there are too many entries.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function splitEntries(list: readonly unknown[], what: string, scope: LimitScope): readonly unknown[] {
  const most = readMost('ListEntries', scope.settings);
  const entries: unknown[] = [];
  for (const entry of list) {
    const parts = typeof entry === 'string' ? entry.split(',', most + 1 - entries.length) : [entry];
    entries.push(...parts);
    if (entries.length > most) {
      throw invalid(
        scope.operation,
        `${what} has more than the ${most} entries that are allowed (Ticketgate::Limit::ListEntries).`,
      );
    }
  }
  return entries;
}

/** `TicketID` of requests for any number of tickets. */
export function ticketIDsInput(description: string) {
  const one = [INTEGER, TEXT] as const;
  return { description, anyOf: [...one, { type: 'array', items: { anyOf: one }, minItems: 1 }] } as const;
}

/** A ticket as requested; `id` is undefined if it is not a number, because no such ticket exists. */
export type RequestedTicket = Readonly<ReturnType<typeof namedTicket>>;

const LARGEST = Number.MAX_SAFE_INTEGER;

/**
 * Reads `TicketID`: one id, several separated by commas, or a list, whose entries may have commas in profile contract.
 * Order and duplicates are kept.
 *
 * @throws OperationError `<Operation>.MissingParameter`, `<Operation>.WrongStructure`, `<Operation>.InvalidParameter` for too many
 */
export function readTicketIDs(
  value: unknown,
  operation: string,
  context: OperationContext,
): readonly RequestedTicket[] {
  if (isFalsy(value)) throw missing(operation, 'TicketID parameter is missing!');
  const isList = Array.isArray(value) && value.length > 0;
  if (!isList && !isText(value))
    throw operationError(operation, 'WrongStructure', 'Structure for TicketID is not correct!');
  const scope = { operation, settings: context.settings };
  const list: readonly unknown[] = isList ? value : [toText(value)];
  requireAtMost('ListEntries', { what: 'TicketID', count: list.length }, scope);
  const isSplit = !isList || context.binding.profile === 'contract';
  const entries = isSplit ? splitEntries(list, 'TicketID', scope) : list;
  const named = entries.map((entry) => namedTicket(isText(entry) ? entry : ''));
  const repeated = named.length - new Set(named.map(({ id }) => id)).size;
  requireAtMost('RepeatedIDs', { what: 'TicketID', count: repeated }, scope);
  return named;
}

/** @param sent entries of a list keep their type, parts of a text are texts */
function namedTicket(sent: string | number) {
  const text = String(sent);
  const id = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  return { text, sent, id: id > 0 && id <= LARGEST ? id : undefined };
}
