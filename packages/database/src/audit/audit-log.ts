import { maskSecrets, type Data, type Database } from '@ticketgate/sdk';

/** A change that somebody made. */
export interface AuditEntry {
  /** Login. */
  readonly author: string;
  /** For example `service disabled` or `agent password set`. */
  readonly action: string;
  /** What was changed, for example the name of a service or a login. */
  readonly subject: string;
  /** Why, in the author's words. */
  readonly comment?: string | undefined;
  readonly before?: Data | undefined;
  readonly after?: Data | undefined;
  /** From where, for example `command of admin on host7`. */
  readonly source: string;
}

export interface ListedAudit extends Omit<AuditEntry, 'before' | 'after'> {
  readonly id: number;
  readonly at: Date;
  readonly before: Data | null;
  readonly after: Data | null;
}

export interface AuditSearch {
  readonly limit: number;
  /** Only entries older than this one. */
  readonly beforeID?: number | undefined;
  readonly subject?: string | undefined;
  readonly author?: string | undefined;
  readonly since?: Date | undefined;
}

/** Who changed what, when, from what to what, and from where. */
export class AuditLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Members with the names of secrets are masked. */
  async record(entry: AuditEntry): Promise<void> {
    await recordChange(this.#database, entry);
  }

  /** The newest first. */
  list({ limit, beforeID, subject, author, since }: AuditSearch): Promise<ListedAudit[]> {
    return this.#database.query<ListedAudit>(
      `select id, at, author, action, subject, comment, before, after, source from ticketgate.audit
       where id < $2::bigint and ($3::text is null or subject = $3) and ($4::text is null or author = $4)
         and ($5::timestamptz is null or at >= $5)
       order by id desc limit $1`,
      [limit, beforeID ?? Number.MAX_SAFE_INTEGER, subject ?? null, author ?? null, since?.toISOString() ?? null],
    );
  }

  /** Deletes what is older than a moment. */
  async cleanUp(before: Date): Promise<void> {
    await this.#database.query('delete from ticketgate.audit where at < $1', [before.toISOString()]);
  }
}

/** In the transaction of the change, where it has one. */
export async function recordChange(database: Database, entry: AuditEntry): Promise<void> {
  const { author, action, subject, comment = '', before, after, source } = entry;
  await database.query(
    `insert into ticketgate.audit (author, action, subject, comment, before, after, source)
     values ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7)`,
    [author, action, subject, comment, toJSON(before), toJSON(after), source],
  );
}

function toJSON(data: Data | undefined): string | null {
  // PostgreSQL's JSON has no NUL.
  return data === undefined ? null : JSON.stringify(maskSecrets(data)).replaceAll('\\u0000', '');
}
