import type { AccountsChange, AccountsService } from '@ticketgate/accounts';
import { recordChange, type AuditEntry } from '@ticketgate/database';
import type { Data } from '@ticketgate/sdk';

import type { Author } from '../admin-system.js';
import { lockCatalogue } from '../catalogue/change-entry.js';

/** A change of accounts, and its entry in the audit log. */
export interface AuditedChange<Result> extends Pick<AuditEntry, 'action' | 'subject' | 'comment' | 'before'> {
  readonly after?: Data | ((result: Result) => Data) | undefined;
  readonly change: (accounts: AccountsChange) => Promise<Result>;
}

/** Changes accounts and records it in one transaction: both are done or neither. */
export function changeAudited<Result>(
  accounts: Pick<AccountsService, 'change'>,
  { login, source }: Author,
  { change, after, ...entry }: AuditedChange<Result>,
): Promise<Result> {
  return accounts.change(async (changing) => {
    // The catalogue changes accounts, too: it would take away what it has not seen.
    await lockCatalogue(changing.transaction);
    const result = await change(changing);
    const is = typeof after === 'function' ? after(result) : after;
    await recordChange(changing.transaction, { ...entry, after: is, author: login, source });
    return result;
  });
}
