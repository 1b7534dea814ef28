import { isData, type Data, type JsonSchema, type OperationContext } from '@ticketgate/sdk';

import { readFlags } from '../request/contract-input.js';
import { flag } from '../request/flag-schema.js';
import { withoutMembers } from './present/some-members.js';

/** The member of a request that asks for a dry run, and that of its answer. */
export const dryRunInput: JsonSchema = flag(
  '1 checks everything and answers the ticket as it would be; nothing is written.',
);
export const dryRunOutput: JsonSchema = { const: 1, description: 'Where the request was a dry run.' };

/** @throws OperationError `<Operation>.InvalidParameter` when `DryRun` is neither yes nor no */
export function isDryRun(input: unknown, operation: string): boolean {
  return isData(input) && input.DryRun !== undefined && readFlags(input, ['DryRun'], operation).DryRun === 1;
}

/** Does the work and undoes all that it wrote. A savepoint, since a request with an Idempotency-Key is in a transaction already. */
export function undone<Context extends OperationContext, Result>(
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  return context.database.withTransaction(async (transaction) => {
    await transaction.query('savepoint dry_run');
    const result = await work({ ...context, database: transaction });
    await transaction.query('rollback to savepoint dry_run');
    return result;
  });
}

/** A ticket without the ids that only a written one has: those of the new article and of a new ticket. */
export function withoutNewIDs(ticket: Data, names: readonly ('TicketID' | 'TicketNumber')[]): Data {
  const { Article } = ticket;
  const kept = withoutMembers(ticket, names);
  return isData(Article) ? { ...kept, Article: withoutMembers(Article, ['ArticleID', ...names]) } : kept;
}
