import { OperationError } from '@ticketgate/sdk';

import { isFalsy, isText } from '../../values.js';

/** More tickets at once would hold their locks for too long. */
const MAX_TICKETS = 1000;

/**
 * The tickets that `TicketID` names: one, a list, or several separated by commas; each once. What is no id stands as 0, which no
 * ticket has.
 */
export function readTicketIDs(value: unknown): readonly number[] {
  if (isFalsy(value)) throw refused('MissingParameter', 'TicketID parameter is missing!');
  const items: readonly unknown[] = Array.isArray(value) ? value : isText(value) ? String(value).split(',') : [];
  if (items.length === 0) throw refused('WrongStructure', 'Structure for TicketID is not correct!');
  if (items.length > MAX_TICKETS) {
    throw refused('WrongStructure', `TicketID has ${items.length} tickets; delete at most ${MAX_TICKETS} at once.`);
  }
  return [...new Set(items.map((item) => idOf(item)))];
}

function idOf(item: unknown): number {
  const text = isText(item) ? String(item).trim() : '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

function refused(reason: string, sentence: string): OperationError {
  return new OperationError(`TicketDelete.${reason}`, `TicketDelete: ${sentence}`);
}
