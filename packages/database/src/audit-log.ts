import { maskSecrets, type Data, type Database } from '@ticketgate/sdk';

import { TableAccess } from './table-access.js';

export interface AuditEntry {
  /** Login. */
  readonly author: string;
  /** For example `service disabled` or `agent password set`. */
  readonly action: string;
  /** What was changed, for example the name of a service or a login. */
  readonly subject: string;
  /** The reason in the author's words. */
  readonly comment?: string | undefined;
  readonly before?: Data | undefined;
  readonly after?: Data | undefined;
  /** Where it was made, for example `command of admin on host7`. */
  readonly source: string;
}

export interface ListedAudit extends Omit<AuditEntry, 'before' | 'after'> {
  readonly id: number;
  readonly at: Date;
  readonly before: Data | null;
  readonly after: Data | null;
}

export interface AuditSearch extends AuditFilter {
  readonly limit: number;
  /** Only entries older than this one. */
  readonly beforeID?: number | undefined;
}

interface AuditFilter {
  readonly subject?: string | undefined;
  readonly author?: string | undefined;
  /** The beginning of the action. */
  readonly action?: string | undefined;
  /** A text that an entry contains, ignoring case. */
  readonly text?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

const HAS_TEXT = `strpos(lower(concat_ws(' ', action, subject, comment, before, after)), lower(?)) > 0`;

export class AuditLog extends TableAccess {
  /** Newest first. */
  list({ limit, beforeID, ...filter }: AuditSearch): Promise<ListedAudit[]> {
    const query = this.#found(filter)
      .select('id', 'at', 'author', 'action', 'subject', 'comment', 'before', 'after', 'source')
      .orderBy('id', 'desc')
      .limit(limit);
    if (beforeID !== undefined) void query.where('id', '<', beforeID);
    return query;
  }

  /** The number of matching entries on all pages. */
  async count(filter: AuditFilter): Promise<number> {
    const [row] = await this.#found(filter).count<{ count: number }[]>({ count: '*' });
    return row?.count ?? 0;
  }

  #found({ subject, author, action, text, since, until }: AuditFilter) {
    const query = this.database.knex<ListedAudit>('ticketgate.audit');
    if (subject !== undefined) void query.where({ subject });
    if (author !== undefined) void query.where({ author });
    if (since !== undefined) void query.where('at', '>=', since);
    if (until !== undefined) void query.where('at', '<', until);
    if (action !== undefined) void query.whereRaw('starts_with(action, ?)', [action]);
    if (text !== undefined) void query.whereRaw(HAS_TEXT, [text]);
    return query;
  }

  async cleanUp(before: Date): Promise<void> {
    await this.database.knex('ticketgate.audit').where('at', '<', before).delete();
  }
}

/** Adds an entry, if possible in the transaction of the change. Members with the names of secrets are masked. */
export async function recordChange(database: Database, entry: AuditEntry): Promise<void> {
  const { author, action, subject, comment = '', before, after, source } = entry;
  const states = { before: toJSON(before), after: toJSON(after) };
  await database.knex('ticketgate.audit').insert({ author, action, subject, comment, ...states, source });
}

function toJSON(data: Data | undefined): string | null {
  // PostgreSQL's JSON does not allow NUL.
  return data === undefined ? null : JSON.stringify(maskSecrets(data)).replaceAll('\\u0000', '');
}
