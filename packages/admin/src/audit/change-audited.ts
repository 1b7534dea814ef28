import type { AccountsChange, AccountsService } from '@ticketgate/accounts';
import { type AuditEntry, recordChange } from '@ticketgate/database';

import { lockCatalogue } from '../catalogue/change-entry.js';

/** Changes accounts and records it in one transaction: both are done or neither. */
export function changeAudited<Result>(
  accounts: Pick<AccountsService, 'change'>,
  change: (accounts: AccountsChange) => Promise<Result>,
  makeEntry: (result: Result) => AuditEntry,
): Promise<Result> {
  return accounts.change(async (changing) => {
    // The catalogue also changes accounts, and would undo changes that it has not seen.
    await lockCatalogue(changing.transaction);
    const result = await change(changing);
    await recordChange(changing.transaction, makeEntry(result));
    return result;
  });
}
