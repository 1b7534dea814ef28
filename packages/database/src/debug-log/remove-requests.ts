import type { Database } from '@ticketgate/sdk';

/** Deletes requests with their contents. */
export async function removeRequests(transaction: Database, ids: readonly number[]): Promise<void> {
  await transaction.query('delete from gi_debugger_entry_content where gi_debugger_entry_id = any($1)', [ids]);
  await transaction.query('delete from gi_debugger_entry where id = any($1)', [ids]);
  await transaction.query(
    `with request as (delete from ticketgate.debug_entry where id = any($1) returning bytes)
     insert into ticketgate.debug_log_size (bytes) select -sum(bytes) from request having count(*) > 0`,
    [ids],
  );
}
