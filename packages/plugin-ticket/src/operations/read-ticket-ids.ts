import { OperationError } from '@ticketgate/sdk';

import { isFalsy, isText, textOf } from '../values.js';

/** A ticket as it was named; `id` is undefined for what is no number: such a ticket does not exist. */
export interface NamedTicket {
  readonly text: string;
  /** The id as it was sent: members of a list keep their type, parts of a text are text. */
  readonly sent: string | number;
  readonly id: number | undefined;
}

const LARGEST = Number.MAX_SAFE_INTEGER;

/**
 * Reads `TicketID`: one, several separated by commas, or a list. Order and duplicates are kept.
 *
 * @throws OperationError `<Operation>.MissingParameter`, `<Operation>.WrongStructure`
 */
export function readTicketIDs(value: unknown, operation: string): readonly NamedTicket[] {
  if (isFalsy(value)) {
    throw new OperationError(`${operation}.MissingParameter`, `${operation}: TicketID parameter is missing!`);
  }
  const isList = Array.isArray(value) && value.length > 0;
  if (!isList && !isText(value)) {
    throw new OperationError(`${operation}.WrongStructure`, `${operation}: Structure for TicketID is not correct!`);
  }
  const entries: readonly unknown[] = isList ? value : textOf(value).split(',');
  return entries.map((entry) => namedTicket(isText(entry) ? entry : ''));
}

function namedTicket(sent: string | number): NamedTicket {
  const text = String(sent);
  const id = /^\s*\d+$/.test(text) ? Number(text) : Number.NaN;
  return { text, sent, id: id > 0 && id <= LARGEST ? id : undefined };
}
