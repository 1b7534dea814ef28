import type { Data, Database } from '@ticketgate/sdk';

import { recordChange } from '../audit/audit-log.js';

/** The audit entry of a restore: who restored which backup. */
export interface RestoreNote {
  /** Login; if the backup has no such agent, the entry names the system user. */
  readonly author: string | undefined;
  readonly source: string;
}

/** Adds an audit entry in the transaction of the restore, unless the backup is older than the audit log. */
export async function recordRestore(
  transaction: Database,
  { author, source }: RestoreNote,
  { subject, after }: { readonly subject: string; readonly after: Data },
): Promise<void> {
  const [found] = await transaction.query<{ login: string; audited: boolean }>(
    `select login, to_regclass('ticketgate.audit') is not null as audited from users
     where login = $1 or id = 1 order by (login = $1) desc nulls last limit 1`,
    [author ?? null],
  );
  if (found?.audited !== true) return;
  await recordChange(transaction, { author: found.login, action: 'backup restored', subject, after, source });
}
