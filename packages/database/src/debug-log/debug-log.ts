import type { Database } from '@ticketgate/sdk';

import { TableAccess } from '../table-access.js';

export interface DebugLogEntry {
  readonly id: number;
  readonly communicationID: string;
  readonly communicationType: string;
  readonly remoteIP: string | null;
  readonly webService: string;
  readonly created: string;
}

export interface DebugLogContent {
  readonly level: string;
  readonly subject: string;
  readonly content: string | null;
  readonly created: string;
  /** Milliseconds after the first content; null if a host recorded it. */
  readonly start: number | null;
}

const BLOCK = 5_000;

/** Reads and deletes the debugger entries of all services, including those that a host recorded. */
export class DebugLog extends TableAccess {
  newest(limit: number, webServiceID?: number): Promise<DebugLogEntry[]> {
    const query = this.database
      .knex('gi_debugger_entry as entry')
      .join('gi_webservice_config as service', 'service.id', 'entry.webservice_id')
      .select('entry.id', 'entry.communication_id as communicationID', 'entry.communication_type as communicationType')
      .select('entry.remote_ip as remoteIP', 'service.name as webService', 'entry.create_time as created')
      .orderBy('entry.id', 'desc')
      .limit(limit);
    return webServiceID === undefined ? query : query.where('entry.webservice_id', webServiceID);
  }

  contents(communicationID: string): Promise<DebugLogContent[]> {
    return this.database.query<DebugLogContent>(
      `select content.debug_level as level, content.subject, content.content, content.create_time as created,
         own.starts[(row_number() over (order by content.id))::integer] as start
       from gi_debugger_entry_content content
       join gi_debugger_entry entry on entry.id = content.gi_debugger_entry_id
       left join ticketgate.debug_entry own on own.id = entry.id
       where entry.communication_id = $1
       order by content.create_time, content.id`,
      [communicationID],
    );
  }

  /** Deletes the requests up to a moment (`YYYY-MM-DD HH:MM:SS`), of all web services or one, in batches. Returns their number. */
  async cleanup(createdAtOrBefore: string, webServiceID?: number): Promise<number> {
    for (let removed = 0, last = 0; ;) {
      const ids = await this.#removeBlock([createdAtOrBefore, BLOCK, webServiceID ?? null, last]);
      removed += ids.length;
      last = ids.at(-1) ?? last;
      if (ids.length < BLOCK) return removed;
    }
  }

  #removeBlock(values: readonly unknown[]): Promise<readonly number[]> {
    return this.database.withTransaction(async (transaction) => {
      const rows = await transaction.query<{ id: number }>(
        `select id from gi_debugger_entry where create_time <= $1 and ($3::integer is null or webservice_id = $3) and id > $4
         order by id limit $2 for update skip locked`,
        values,
      );
      const ids = rows.map(({ id }) => id);
      await removeRequests(transaction, ids);
      return ids;
    });
  }
}

export async function removeRequests(transaction: Database, ids: readonly number[]): Promise<void> {
  await transaction.query('delete from gi_debugger_entry_content where gi_debugger_entry_id = any($1)', [ids]);
  await transaction.query('delete from gi_debugger_entry where id = any($1)', [ids]);
  await transaction.query(
    `with request as (delete from ticketgate.debug_entry where id = any($1) returning bytes)
     insert into ticketgate.debug_log_size (bytes) select -sum(bytes) from request having count(*) > 0`,
    [ids],
  );
}
