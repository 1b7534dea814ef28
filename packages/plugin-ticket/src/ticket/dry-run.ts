import { isData, textOf, type Data } from '@ticketgate/sdk';

import type { TicketContext } from '../plugin/ticket-system.js';
import { readFlags } from '../request/strict-values.js';
import { flag } from '../request/member-schemas.js';
import { withISOTimes } from '../time/iso-times.js';
import { includedTicket, type WrittenTicket } from './present/included-ticket.js';
import { omitMembers } from './present/pick-members.js';

/** The member of a request that asks for a dry run, and that of its answer. */
export const dryRunInput = flag('1 checks everything and answers the ticket as it would be; nothing is written.');
export const dryRunOutput = { const: 1, description: 'Where the request was a dry run.' } as const;

/** @throws OperationError `<Operation>.InvalidParameter` when `DryRun` is neither yes nor no */
export function isDryRun(input: Data, operation: string): boolean {
  return input.DryRun !== undefined && readFlags(input, ['DryRun'], operation).DryRun === 1;
}

/** The same of what came, which nobody has checked yet. */
export function looksLikeDryRun(input: unknown): boolean {
  return isData(input) && /^(?:1|true)$/i.test(textOf(input.DryRun === true ? 1 : input.DryRun));
}

/**
 * Answers the ticket as `write` makes it, without the ids that only a written one has, and undoes all that was written. A savepoint, since
 * a request with an Idempotency-Key is in a transaction already.
 *
 * @param newIDs members of the ticket that are new, beside those of its article
 */
export async function executeDryRun(
  context: TicketContext,
  write: (context: TicketContext) => Promise<WrittenTicket>,
  newIDs: readonly ('TicketID' | 'TicketNumber')[] = [],
): Promise<Data> {
  const names = ['ArticleID', ...newIDs];
  return context.database.withTransaction(async (transaction) => {
    await transaction.query('savepoint dry_run');
    const inside = { ...context, database: transaction };
    const written = await write(inside);
    const { Article, ...ticket } = await includedTicket(written, inside);
    await transaction.query('rollback to savepoint dry_run');
    const Ticket = {
      ...omitMembers(ticket, newIDs),
      ...(isData(Article) && { Article: omitMembers(Article, names) }),
    };
    return withISOTimes({ ...omitMembers(written.answer, names), DryRun: 1, Ticket }, context);
  });
}
