import { likePattern } from '../postgres/statements/like-pattern.js';

/** The filters of a debug log query; all of them must match. */
export interface DebugLogFilter {
  readonly ids?: readonly number[] | undefined;
  readonly serviceIDs?: readonly number[] | undefined;
  /** `Provider` for requests to web services, `Requester` for those of their invokers. */
  readonly type?: RequestType | undefined;
  /** The name in the definition. */
  readonly operation?: string | undefined;
  /** The most severe level recorded for the request. */
  readonly level?: string | undefined;
  readonly method?: string | undefined;
  /** The whole path, or its beginning followed by `*`. */
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  /** The first digit of the status: 4 finds 400 to 499. */
  readonly statusClass?: number | undefined;
  /** Only failed requests, or only successful ones. */
  readonly isFailed?: boolean | undefined;
  readonly errorCode?: string | undefined;
  /** Id of the communication, the request or its trace. */
  readonly id?: string | undefined;
  readonly address?: string | undefined;
  /** A login. */
  readonly caller?: string | undefined;
  readonly apiKey?: string | undefined;
  /** Minimum duration in milliseconds. */
  readonly slowerThan?: number | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** A recorded text, ignoring case; without an index, all texts are read. */
  readonly text?: string | undefined;
}

export const REQUEST_TYPES = ['Provider', 'Requester'] as const;
export type RequestType = (typeof REQUEST_TYPES)[number];

export interface DebugLogPage {
  readonly limit: number;
  /** Default: newest first. */
  readonly order?: DebugLogOrder | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

export type DebugLogOrder = 'newest' | 'oldest';

const BY_COMMUNICATION = 'select entry.id from gi_debugger_entry entry where entry.communication_id = ?';

const OF_TYPE = `exists (
  select from gi_debugger_entry family where family.id = debug_entry.id and family.communication_type = ?)`;

/**
 * Compares the time of a request, which is indexed, and then its id, for requests at the same moment. The next one by id stands in for a
 * request that was deleted meanwhile; without any, all requests are on the other side.
 */
const beyond = (sign: '<' | '>', place: string, end: string) => `
  created_at ${sign}= coalesce((select created_at ${place}), '${end}')
  and ((created_at, id) ${sign} (select created_at, id ${place})) is not false`;
const EARLIER = beyond('<', 'from ticketgate.debug_entry where id >= ? order by id limit 1', 'infinity');
const LATER = beyond('>', 'from ticketgate.debug_entry where id <= ? order by id desc limit 1', '-infinity');

const HOLDING = `id = any(array(
  select gi_debugger_entry_id from gi_debugger_entry_content where lower(content) like '%' || lower(?) || '%'))`;

/** Columns that have the same name as their filter. */
const EQUAL = ['operation', 'level', 'method', 'status', 'address', 'caller'] as const;

/** SQL: true for a row of `ticketgate.debug_entry` that failed. */
export const FAILED = 'status >= 400 or error_code is not null';

/** Builds conditions on `ticketgate.debug_entry`, each supported by an index, with their values. */
export class DebugLogConditions {
  readonly values: unknown[] = [];
  readonly texts: string[] = [];
  /** The order of pages: by time, because processes write in batches, so that ids only roughly follow time. */
  readonly order: string;

  constructor(filter: DebugLogFilter, { order, before, after }: DebugLogPage) {
    this.#add('id = any(?)', filter.ids);
    this.#addServices(filter.serviceIDs);
    this.#add(OF_TYPE, filter.type);
    for (const column of EQUAL) this.#equal(column, filter[column]);
    this.#addPath(filter.path);
    this.#add('status between ?::integer * 100 and ?::integer * 100 + 99', filter.statusClass);
    this.#add(`(${FAILED}) = ?::boolean`, filter.isFailed);
    this.#equal('error_code', filter.errorCode);
    this.#equal('api_key', filter.apiKey);
    this.#add('milliseconds >= ?', filter.slowerThan);
    this.order = order === 'oldest' ? 'created_at, id' : 'created_at desc, id desc';
    this.#add(EARLIER, before);
    this.#add(LATER, after);
    this.#add(`(id = (${BY_COMMUNICATION}) or request_id = ? or trace_id = ?)`, filter.id);
    this.#add(HOLDING, filter.text === undefined ? undefined : likePattern([filter.text]));
    this.#add('created_at >= ?', filter.from?.toISOString());
    this.#add('created_at <= ?', filter.to?.toISOString());
  }

  get where(): string {
    return this.texts.length === 0 ? 'true' : this.texts.join(' and ');
  }

  /** @returns the placeholder of the value */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  #addServices(ids: readonly number[] | undefined): void {
    // With a single service, rows come from the index in the order of pages.
    if (ids?.length === 1) this.#equal('service_id', ids[0]);
    else this.#add('service_id = any(?)', ids);
  }

  #addPath(path: string | undefined): void {
    if (path?.endsWith('*')) this.#add('path like ?', likePattern([path.slice(0, -1), '']));
    else this.#equal('path', path);
  }

  #equal(column: string, value: unknown): void {
    this.#add(`${column} = ?`, value);
  }

  #add(text: string, value: unknown): void {
    if (value !== undefined) this.texts.push(text.replaceAll('?', this.bind(value)));
  }
}
