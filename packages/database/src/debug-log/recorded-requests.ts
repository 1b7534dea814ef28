import { isOperationError, type Database } from '@ticketgate/sdk';

import { readValue } from '../postgres/index.js';
import {
  DebugLogConditions,
  FAILED,
  type DebugLogFilter,
  type DebugLogPage,
  type RequestType,
} from './debug-log-filter.js';
import { hasTextIndex } from './debug-log-indexes.js';
import { TableAccess } from '../table-access.js';

/** A request of the debug log, without its contents. */
export interface RecordedRequest {
  readonly id: number;
  readonly communicationID: string;
  readonly type: RequestType;
  /** The client's; null if it sent none. */
  readonly requestID: string | null;
  readonly traceID: string | null;
  readonly created: Date;
  readonly serviceID: number;
  readonly service: string;
  readonly operation: string | null;
  readonly method: string;
  /** Without query; null for requests from before paths were recorded. */
  readonly path: string | null;
  readonly level: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly milliseconds: number;
  readonly caller: string | null;
  /** The name of the caller's API key; null for other credentials, and for requests from before it was recorded. */
  readonly apiKey: string | null;
  readonly address: string | null;
  readonly bytesReceived: number;
  readonly bytesSent: number;
  readonly isTruncated: boolean;
  /** The number of requests that it represents: more than 1 if failures of one kind were only counted. */
  readonly times: number;
}

/** The requests that a text search has found. */
export interface FoundRequests {
  readonly requests: readonly RecordedRequest[];
  /** Whether the time was up before all requests had been searched. */
  readonly isCut: boolean;
  /** The last request that was searched; undefined if even the first ones took too long. */
  readonly cutAt: number | undefined;
}

export interface RequestBucket {
  /** Number of the step, from 0. */
  readonly place: number;
  readonly requests: number;
  readonly failed: number;
}

export interface ServiceCaller {
  readonly operation: string | null;
  readonly caller: string;
  readonly apiKey: string | null;
}

/** Fewest characters of a text to search for. */
export const SHORTEST_TEXT = 3;
/** Most milliseconds that a text search may take. */
const TEXT_PATIENCE = 5_000;
const MOST_CALLERS = 10_000;
const NUMBER = /^\d{1,15}$/;
/** Requests whose texts are searched at a time. */
const TEXT_BLOCK = 500;

const COLUMNS = `entry.id, family.communication_id as "communicationID", family.communication_type as type, entry.request_id as "requestID",
  entry.trace_id as "traceID", entry.created_at as created, entry.service_id as "serviceID", service.name as service,
  entry.operation, entry.method, entry.path, entry.level, entry.status, entry.error_code as "errorCode", entry.milliseconds,
  entry.caller, entry.api_key as "apiKey", entry.address, entry.bytes_received as "bytesReceived", entry.bytes_sent as "bytesSent",
  entry.is_truncated as "isTruncated", entry.times`;

/** Searches the requests of the debug log in `ticketgate.debug_entry`. */
export class RecordedRequests extends TableAccess {
  /** The id of the last written request; 0 if there is none. */
  async newestID(): Promise<number> {
    return (await readValue<number | null>(this.database, 'select max(id) from ticketgate.debug_entry')) ?? 0;
  }

  list(filter: DebugLogFilter, page: DebugLogPage): Promise<RecordedRequest[]> {
    const conditions = new DebugLogConditions(filter, page);
    const limit = conditions.bind(page.limit);
    return this.database.query<RecordedRequest>(
      `select ${COLUMNS}
       from (
         select * from ticketgate.debug_entry where ${conditions.where} order by ${conditions.order} limit ${limit}
       ) as entry
       join gi_debugger_entry family on family.id = entry.id
       join gi_webservice_config service on service.id = entry.service_id
       order by ${conditions.order.replaceAll(/\b(id|created_at)\b/g, 'entry.$1')}`,
      conditions.values,
      { isPlannedByValues: true, isSearch: filter.text !== undefined },
    );
  }

  /** Counts requests by time step, without empty steps. Undefined if counting takes too long. */
  countBySteps(
    filter: DebugLogFilter & { readonly from: Date },
    seconds: number,
  ): Promise<RequestBucket[] | undefined> {
    const conditions = new DebugLogConditions(filter, { limit: 0 });
    const [begin, step] = [conditions.bind(filter.from.toISOString()), conditions.bind(seconds)];
    return searchLog<RequestBucket>(
      this.database,
      `select floor(extract(epoch from created_at - ${begin}::timestamptz) / ${step}::float8)::integer as place,
         sum(times)::integer as requests, coalesce(sum(times) filter (where ${FAILED}), 0)::integer as failed
       from ticketgate.debug_entry where ${conditions.where} group by place order by place`,
      conditions.values,
    );
  }

  /** Counts requests, up to a limit. Undefined if counting takes too long. */
  async count(filter: DebugLogFilter, limit: number): Promise<number | undefined> {
    const conditions = new DebugLogConditions(filter, { limit });
    const most = conditions.bind(limit);
    const found = `select 1 from ticketgate.debug_entry where ${conditions.where} limit ${most}`;
    const text = `select count(*)::integer as count from (${found}) as found`;
    return (await searchLog<{ count: number }>(this.database, text, conditions.values))?.[0]?.count;
  }

  /** The callers of each operation of a web service since a moment. Undefined if finding them takes too long. */
  listCallers(serviceID: number, since: Date): Promise<ServiceCaller[] | undefined> {
    return searchLog<ServiceCaller>(
      this.database,
      `select distinct operation, caller, api_key as "apiKey" from ticketgate.debug_entry
       where service_id = $1 and created_at >= $2 and caller is not null limit $3`,
      [serviceID, since.toISOString(), MOST_CALLERS],
    );
  }

  /** @param id of the communication, of the request or of its trace, or the number that lists show */
  async find(id: string): Promise<RecordedRequest | undefined> {
    const [numbered] = NUMBER.test(id) ? await this.list({ ids: [Number(id)] }, { limit: 1 }) : [];
    if (numbered !== undefined) return numbered;
    const [found] = await this.list({ id }, { limit: 1 });
    return found;
  }

  /** @param start the beginning of a communication's id, in lower case, because logs may have cut it */
  async listByStart(start: string, limit: number): Promise<RecordedRequest[]> {
    // The index finds a range in every collation, since ids only have the digits 0 to f.
    const rows = await this.database.query<{ id: number }>(
      `select id from gi_debugger_entry where communication_id >= $1 and communication_id < $1 || 'g' order by id desc limit $2`,
      [start, limit],
    );
    return this.list({ ids: rows.map(({ id }) => id) }, { limit });
  }

  /**
   * A page of requests that contain a text of at least {@link SHORTEST_TEXT} characters. Without a text index, it searches for at most five
   * seconds.
   */
  async listWithText(text: string, filter: DebugLogFilter, page: DebugLogPage): Promise<FoundRequests> {
    const isIndexed = await hasTextIndex(this.database);
    const requests = isIndexed ? await undefinedIfTooSlow(() => this.list({ ...filter, text }, page)) : undefined;
    return requests === undefined ? this.#searchBlocks(text, filter, page) : fillIn(requests);
  }

  async #searchBlocks(text: string, filter: DebugLogFilter, page: DebugLogPage): Promise<FoundRequests> {
    const patience = Date.now() + TEXT_PATIENCE;
    const requests: RecordedRequest[] = [];
    const [start, end] = page.order === 'oldest' ? (['after', 'before'] as const) : (['before', 'after'] as const);
    for (let last = page[start]; ;) {
      const { order, [end]: bound } = page;
      const block = await this.list(filter, { limit: TEXT_BLOCK, order, [start]: last, [end]: bound });
      const holding = await this.#holding(text, block);
      requests.push(...block.filter(({ id }) => holding?.has(id)));
      if (holding !== undefined) last = block.at(-1)?.id;
      if (holding !== undefined && (requests.length >= page.limit || block.length < TEXT_BLOCK)) {
        return fillIn(requests.slice(0, page.limit));
      }
      if (holding === undefined || Date.now() > patience) return { requests, isCut: true, cutAt: last };
    }
  }

  /** Undefined if that takes too long. */
  async #holding(text: string, block: readonly RecordedRequest[]): Promise<ReadonlySet<number> | undefined> {
    return undefinedIfTooSlow(async () => {
      const rows = await this.database.query<{ id: number }>(
        `select distinct gi_debugger_entry_id as id from gi_debugger_entry_content
         where gi_debugger_entry_id = any($1) and position(lower($2) in lower(content)) > 0`,
        [block.map(({ id }) => id), text],
        { isSearch: true },
      );
      return new Set(rows.map(({ id }) => id));
    });
  }
}

/** The result of a search that was completed. */
function fillIn(requests: readonly RecordedRequest[]): FoundRequests {
  return { requests, isCut: false, cutAt: undefined };
}

/** The rows of a search; undefined if it takes too long. */
export function searchLog<Row extends object>(database: Database, text: string, values: readonly unknown[]) {
  return undefinedIfTooSlow(() => database.query<Row>(text, values, { isPlannedByValues: true, isSearch: true }));
}

async function undefinedIfTooSlow<Result>(search: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await search();
  } catch (cause) {
    if (isOperationError(cause) && cause.code === 'Database.SearchTooSlow') return undefined;
    throw cause;
  }
}
