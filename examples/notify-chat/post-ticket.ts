import type {} from '@ticketgate/plugin-ticket';
import type { DeliveredEvent, EventContext } from '@ticketgate/sdk';

import { postMessage } from './post-message.js';

const TITLE = `select ticket.title, queue.name as queue from ticket join queue on queue.id = ticket.queue_id
  where ticket.id = $1`;

/** Called for each new ticket, until it does not throw. */
export async function postTicket({ id, data }: DeliveredEvent<'ticket.created'>, context: EventContext): Promise<void> {
  const [ticket] = await context.database.query<{ title: string; queue: string }>(TITLE, [data.TicketID]);
  // Somebody has deleted it since.
  if (ticket === undefined) return;
  const text = `New in ${ticket.queue}: ${ticket.title} (${data.TicketNumber})`;
  await postMessage(context, text, id);
}
