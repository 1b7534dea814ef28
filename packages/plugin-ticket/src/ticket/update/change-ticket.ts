import type { Database } from '@ticketgate/sdk';

import { lockTickets, type StoredTicket, type TicketReading } from '../read-tickets.js';
import { accessibleTicket } from './update-access.js';
import { applyUpdate, type ChangedTicket, type UpdatePlan } from './apply-update.js';

/**
 * Changes a ticket, as a whole or not at all. Nearly always nobody else is changing it: what the checks have read is changed, on
 * condition that it is still there. Otherwise nothing was written, and the ticket is locked, judged and changed as it is now.
 */
export async function changeTicket(
  plan: UpdatePlan,
  { found, reading }: { readonly found: StoredTicket; readonly reading: TicketReading },
): Promise<ChangedTicket> {
  const { database, services } = plan.sources.context;
  const changed = hasDetails(plan)
    ? await database.withTransaction((transaction) => applyUpdate(transaction, plan, found))
    : await applyUpdate(database, plan, found);
  const done =
    changed ??
    (await database.withTransaction((transaction) => changeLocked(transaction, plan, { id: found.id, reading })));
  await services.events.settled(done.awaited ?? []);
  return done;
}

function hasDetails({ checked: { article, fields } }: UpdatePlan): boolean {
  return fields.length > 0 || (article !== undefined && article.attachments.length > 0);
}

async function changeLocked(
  transaction: Database,
  plan: UpdatePlan,
  { id, reading }: { readonly id: number; readonly reading: TicketReading },
): Promise<ChangedTicket> {
  const [locked] = await lockTickets(transaction, [id], reading);
  const changed = await applyUpdate(transaction, plan, accessibleTicket(locked, plan.access, plan.sources.answers));
  if (changed === undefined) throw new Error(`Ticket ${id} was changed although it was locked.`);
  return changed;
}
