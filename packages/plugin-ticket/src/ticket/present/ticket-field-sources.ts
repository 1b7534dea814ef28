import { systemTimeZone, type OperationContext } from '@ticketgate/sdk';

import type { TicketSystem } from '../../plugin/ticket-system.js';
import type { TicketFieldSources } from './ticket-fields.js';

/** What tickets are presented with, from memory. */
export async function ticketFieldSources(context: OperationContext, system: TicketSystem): Promise<TicketFieldSources> {
  const { settings, accounts } = context;
  const [catalogue, directory] = await Promise.all([system.catalogue.current(), accounts.directory()]);
  return { catalogue, directory, settings, now: context.now(), zone: systemTimeZone(settings) };
}
