import { createError, isData, isTrue, type Data } from '@ticketgate/sdk';

import type { TicketContext } from '../plugin/ticket-system.js';

// The family uses the same codes for all types.
const MissingData = invokerError('TicketCreate.MissingData', 'The request data is invalid!');
const MissingTicketNumber = invokerError('TicketCreate.MissingTicketNumber', 'TicketID or TicketNumber is required!');
const MissingTicketID = invokerError('TicketCreate.MissingTicketID', 'User does not have access to the ticket!');
export const AccessDenied = invokerError('TicketCreate.AccessDenied', 'User does not have access to the ticket!');

export function invokerError(code: string, sentence: string) {
  return createError<{ invoker: string }>(code, ({ invoker }) => `${invoker}: ${sentence}`, 'Invalid');
}

/**
 * The ids in the data of an event.
 *
 * @throws OperationError if it does not name a ticket
 */
export function takeIDs(
  data: Data | readonly unknown[],
  { binding: { name: invoker } }: TicketContext,
): { readonly ticketID: number; readonly articleID: number | undefined } {
  if (!isData(data) || Object.keys(data).length === 0) throw new MissingData({ invoker });
  const { TicketID, TicketNumber, ArticleID } = data;
  if (!isTrue(TicketID)) {
    throw isTrue(TicketNumber) ? new MissingTicketID({ invoker }) : new MissingTicketNumber({ invoker });
  }
  const ticketID = toID(TicketID);
  if (ticketID === undefined) throw new AccessDenied({ invoker });
  return { ticketID, articleID: isTrue(ArticleID) ? (toID(ArticleID) ?? 0) : undefined };
}

function toID(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
