import { isData, toText, type Data } from '@ticketgate/sdk';
import { omit } from '@ticketgate/sdk/schema/words';

import type { TicketContext } from '../../plugin/ticket-system.js';
import { readFlag } from '../../request/strict-values.js';
import { zeroOrOne } from '../../columns/member-schemas.js';
import { articleMember, includedTicket, type WrittenTicket } from '../reading/answer-write.js';

/** The schema of `DryRun` in a request. */
export const dryRunInput = zeroOrOne('1 checks everything and answers the ticket as it would be; nothing is written.');
export const dryRunOutput = { const: 1, description: 'Where the request was a dry run.' } as const;

/** @throws OperationError `<Operation>.InvalidParameter` when `DryRun` is neither yes nor no */
export function isDryRun(input: Data, operation: string): boolean {
  return input.DryRun !== undefined && readFlag(input.DryRun, 'DryRun', operation) === 1;
}

/** Whether unchecked input asks for a dry run. */
export function looksLikeDryRun(input: unknown): boolean {
  return isData(input) && /^(?:1|true)$/i.test(toText(input.DryRun));
}

/**
 * Runs `write` and rolls it back. The answer has the ticket without new ids. It uses a savepoint, since a request with an
 * Idempotency-Key has a transaction already.
 *
 * @param newIDs members with new ids, besides those of the article
 */
export async function executeDryRun(
  context: TicketContext,
  write: (context: TicketContext) => Promise<WrittenTicket>,
  newIDs: readonly ('TicketID' | 'TicketNumber')[] = [],
): Promise<Data> {
  const names = ['ArticleID', 'ArticleIDs', ...newIDs];
  return context.database.withTransaction(async (transaction) => {
    await transaction.query('savepoint dry_run');
    const inside = { ...context, database: transaction };
    const written = await write(inside);
    const { ticket, articles } = await includedTicket(written, inside);
    await transaction.query('rollback to savepoint dry_run');
    const Ticket = {
      ...omit(ticket, newIDs),
      ...articleMember(
        articles.map((article) => omit(article, names)),
        { isNew: newIDs.length > 0 },
      ),
    };
    return { ...omit(written.answer, names), DryRun: 1, Ticket };
  });
}
