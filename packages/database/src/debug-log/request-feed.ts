import { createError } from '@ticketgate/sdk';
import { isWrongValue } from '../postgres/index.js';

import { TableAccess } from '../table-access.js';
import { RecordedRequests, type RecordedRequest } from './recorded-requests.js';

export interface FeedTurn {
  /** The place from which to read next. */
  readonly place: string;
  /** The newest requests, ordered by id. */
  readonly requests: readonly RecordedRequest[];
  /** Number of older requests that are left out or were deleted. */
  readonly skipped: number;
}

export const FeedPlaceInvalid = createError<{ place: string }>(
  'Admin.EventIDInvalid',
  ({ place }) => `Last-Event-ID is "${place.slice(0, 100)}". Send the id of an event, or leave the header out.`,
  'Invalid',
);

/** Most requests per turn. */
const MOST = 500;
/** A lower id may be committed after a higher one, but at most this many ids later. */
const OVERLAP = 5_000;
/** A snapshot of PostgreSQL, and the highest id that it shows. */
const PLACE = /^(\d{1,19}:\d{1,19}:[\d,]{0,2000})\/(\d{1,18})$/;

/** The 64-bit id of the transaction that wrote a row; the row itself only stores the lower half. */
const WRITER = `(select (xmax - (xmax & 4294967295) + writer - case when writer > (xmax & 4294967295) then 4294967296 else 0 end)::text::xid8
  from (values (entry.xmin::text::bigint, pg_snapshot_xmax(pg_current_snapshot())::text::bigint)) as each (writer, xmax))`;

const SINCE = `
with fresh as (
  select entry.id from ticketgate.debug_entry entry
  where entry.id > $2 and not pg_visible_in_snapshot(${WRITER}, $1::text::pg_snapshot)
    and ($3::text is null or pg_visible_in_snapshot(${WRITER}, $3::text::pg_snapshot))
)
select pg_current_snapshot()::text as snapshot,
  (select min(id) from ticketgate.debug_entry) as oldest,
  (select max(id) from ticketgate.debug_entry) as newest,
  (select count(*) from fresh) as count,
  array(select id from fresh order by id desc limit ${MOST}) as ids`;

interface SinceRow {
  readonly snapshot: string;
  readonly oldest: number | null;
  readonly newest: number | null;
  readonly count: number;
  readonly ids: readonly number[];
}

/**
 * Reads recorded requests in the order in which they were committed. A place is a snapshot of the database, so all processes agree on
 * it, and no request is missed or repeated.
 */
export class RequestFeed extends TableAccess {
  readonly #requests = new RecordedRequests(this.database);

  /** The current place. */
  async now(): Promise<string> {
    const [row] = await this.database.query<Pick<SinceRow, 'snapshot' | 'newest'>>(
      'select pg_current_snapshot()::text as snapshot, max(id) as newest from ticketgate.debug_entry',
    );
    return `${row?.snapshot ?? ''}/${row?.newest ?? 0}`;
  }

  /**
   * The requests recorded after one place, up to another one or until now.
   *
   * @throws OperationError `Admin.EventIDInvalid`
   */
  async since(from: string, until?: string): Promise<FeedTurn> {
    const [, snapshot, last] = PLACE.exec(from) ?? [];
    if (snapshot === undefined) throw new FeedPlaceInvalid({ place: from });
    const values = [snapshot, Math.max(0, Number(last) - OVERLAP), until?.split('/')[0] ?? null];
    const [row] = await this.database.query<SinceRow>(SINCE, values).catch((cause: unknown) => {
      // Numbers in the wrong order are not a snapshot.
      throw isWrongValue(cause) ? new FeedPlaceInvalid({ place: from }, cause) : cause;
    });
    if (row === undefined) return { place: from, requests: [], skipped: 0 };
    const requests = row.ids.length === 0 ? [] : await this.#requests.list({ ids: row.ids }, { limit: MOST });
    const gone = Math.max(0, (row.oldest ?? 0) - Number(last) - 1);
    return {
      place: `${row.snapshot}/${Math.max(row.newest ?? 0, Number(last))}`,
      requests: requests.toSorted((one, other) => one.id - other.id),
      skipped: row.count - row.ids.length + (Number(last) === 0 ? 0 : gone),
    };
  }
}
