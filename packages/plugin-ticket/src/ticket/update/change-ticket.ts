import type { Database } from '@ticketgate/sdk';

import { lockTicket, type StoredTicket, type TicketReading } from '../read-tickets.js';
import { isWriteHeard } from '../ticket-events.js';
import { readableTicket } from './update-access.js';
import { applyUpdate, type ChangedTicket, type UpdatePlan } from './apply-update.js';

/**
 * Changes a ticket, as a whole or not at all. Nearly always nobody else is changing it: what the checks have read is changed, on
 * condition that it is still there. Otherwise nothing was written, and the ticket is locked, judged and changed as it is now.
 */
export async function changeTicket(
  database: Database,
  plan: UpdatePlan,
  { found, reading }: { readonly found: StoredTicket; readonly reading: TicketReading },
): Promise<ChangedTicket> {
  const changed = isOneStatement(plan)
    ? await applyUpdate(database, plan, found)
    : await database.withTransaction((transaction) => applyUpdate(transaction, plan, found));
  return changed ?? changeLocked(database, plan, { ticketID: found.id, reading });
}

function isOneStatement({ checked: { fields, attachments }, sources: { events } }: UpdatePlan): boolean {
  return fields.length === 0 && attachments.length === 0 && !isWriteHeard(events, 'ticket.updated');
}

function changeLocked(
  database: Database,
  plan: UpdatePlan,
  { ticketID, reading }: { readonly ticketID: number; readonly reading: TicketReading },
): Promise<ChangedTicket> {
  return database.withTransaction(async (transaction) => {
    const locked = readableTicket(await lockTicket(transaction, ticketID, reading), plan.access);
    const changed = await applyUpdate(transaction, plan, locked);
    if (changed === undefined) throw new Error(`Ticket ${ticketID} was changed although it was locked.`);
    return changed;
  });
}
