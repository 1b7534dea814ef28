import type { RequestType } from './debug-log/debug-log-filter.js';
import { TableAccess } from './table-access.js';

/** The dimensions of the counts, with the definition's names; `''` if none was found. */
export interface CountedRoute {
  readonly serviceID: number;
  readonly operation: string;
  readonly method: string;
  readonly route: string;
}

/** Counts by name. */
export type Counts = Readonly<Record<string, number>>;

interface Counted {
  readonly requests: number;
  /** By error code. */
  readonly errors: Counts;
  /** By the upper limit of their duration in milliseconds; `more` beyond the last one. */
  readonly durations: Counts;
  /** The total duration. */
  readonly milliseconds: number;
  readonly bytesReceived: number;
  readonly bytesSent: number;
}

/** The requests of one minute in one process. */
export interface RequestCount extends CountedRoute, Counted {
  readonly minute: Date;
  /** Default: `Provider`. For a sent request, the operation is the invoker, and the route is its controller. */
  readonly type?: RequestType;
}

export interface RouteCounts extends CountedRoute {
  readonly requests: number;
  readonly failed: number;
}

/** How often an operation was called since a moment, and when it was last called at all, to the minute or hour. */
export interface OperationCounts extends Pick<RouteCounts, 'operation' | 'requests' | 'failed'> {
  readonly last: Date;
}

/** Requests of a minute or an hour. */
export interface CountedPeriod extends RouteCounts, Counted {
  readonly begin: Date;
}

/** The granularity; each one includes those before it. */
const COUNTED_BY = ['service', 'operation', 'route'] as const;

export interface PeriodSearch {
  /** Default: `Provider`. */
  readonly type?: RequestType | undefined;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** Seconds; at least an hour if `from` is more than a day ago. */
  readonly step: number;
  readonly by: (typeof COUNTED_BY)[number];
  /** Most periods; the oldest are left out. */
  readonly limit: number;
}

/** Hours for which minutes are kept; older counts are kept by the hour. */
const HOURS_OF_MINUTES = 24;
const DAYS = 30;
const HOUR = 3_600_000;

/** Counts requests by service, operation, route and time: in all processes on this database, for 30 days. */
export class RequestCounts extends TableAccess {
  /** Adds the counts of a process. Several processes may have counts for the same minute. */
  async add(counts: readonly RequestCount[]): Promise<void> {
    await this.database.query(ADD, [JSON.stringify(counts)]);
  }

  /**
   * The calls since a moment, one entry for each service, operation, method and route with any. The last two seconds may be missing, because
   * processes keep their counts that long. For a week and a hundred routes, this takes a few hundredths of a second.
   *
   * @example
   * const week = new Date(system.now().getTime() - 7 * 86_400_000);
   * const calls = await new RequestCounts(system.database).calls(week);
   * const ofRoute = calls.find(({ serviceID, method, route }) => serviceID === 3 && method === 'GET' && route === '/ticket/:TicketID');
   */
  calls(since: Date): Promise<RouteCounts[]> {
    return this.database.query<RouteCounts>(CALLS, [since.toISOString()]);
  }

  /** The calls of each operation of a web service that was called in the last 30 days. */
  ofOperations(serviceID: number, since: Date): Promise<OperationCounts[]> {
    return this.database.query<OperationCounts>(OF_OPERATIONS, [serviceID, since.toISOString()]);
  }

  /** When a web service was created, in the system time zone, and when counting began here. */
  async findBegin(serviceID: number): Promise<{ readonly made: string; readonly began: Date }> {
    const [found] = await this.database.query<{ made: string; began: Date }>(BEGIN, [serviceID]);
    if (found === undefined) throw new Error(`There is no web service ${serviceID}.`);
    return found;
  }

  /** The counts of a period, by step: of the newest ones, the oldest first. Names below the chosen granularity are `''`. */
  async periods(search: PeriodSearch): Promise<CountedPeriod[]> {
    const { type = 'Provider', from, to, step, by, limit } = search;
    const values = [from.toISOString(), to.toISOString(), step, COUNTED_BY.indexOf(by), limit, type];
    const newest = await this.database.query<CountedPeriod>(PERIODS, values);
    return newest.reverse();
  }

  /** Merges counts older than a day by the hour, and deletes those older than 30 days. */
  async rollUp(now: Date): Promise<void> {
    const before = (hours: number) => new Date(Math.floor(now.getTime() / HOUR - hours) * HOUR).toISOString();
    await this.database.query('delete from ticketgate.request_count where begin < $1', [before(DAYS * 24)]);
    await this.database.query(ROLL_UP, [before(HOURS_OF_MINUTES)]);
  }
}

const ROUTE = 'type, service_id, operation, method, route';

/** SQL: sums the rows called `counted` by time and route. */
const SUMS = `
sums as (
  select begin, ${ROUTE}, sum(requests)::integer as requests, sum(failed)::integer as failed,
    sum(milliseconds) as milliseconds, sum(bytes_received)::bigint as bytes_received, sum(bytes_sent)::bigint as bytes_sent
  from counted group by begin, ${ROUTE}
),
${sumMembers('errors', 'error')},
${sumMembers('durations', 'duration')}`;

/** SQL: sums the members of a JSON column. */
function sumMembers(column: string, member: string): string {
  return `${member}_sums as (
  select begin, ${ROUTE}, jsonb_object_agg(name, requests) as ${column}
  from (
    select begin, ${ROUTE}, name, sum(value::integer) as requests
    from counted, jsonb_each_text(counted.${column}) as ${member} (name, value)
    group by begin, ${ROUTE}, name
  ) as each group by begin, ${ROUTE}
)`;
}

/** SQL: joins the three sums of each time and route. */
const JOINED = `
from sums
join duration_sums using (begin, ${ROUTE})
left join error_sums using (begin, ${ROUTE})`;

const AS_NAMED = 'service_id as "serviceID", operation, method, route';

const ADD = `
insert into ticketgate.request_count
  (begin, is_hour, ${ROUTE}, requests, failed, errors, durations, milliseconds, bytes_received, bytes_sent)
select minute, false, coalesce(type, 'Provider'), "serviceID", operation, method, route, requests,
  (select coalesce(sum(value::integer), 0) from jsonb_each_text(errors)),
  errors, durations, milliseconds, "bytesReceived", "bytesSent"
from jsonb_to_recordset($1) as row (minute timestamptz, type text, "serviceID" integer, operation text, method text, route text,
  requests integer, errors jsonb, durations jsonb, milliseconds float8, "bytesReceived" bigint, "bytesSent" bigint)`;

const CALLS = `
select ${AS_NAMED}, sum(requests)::bigint as requests, sum(failed)::bigint as failed
from ticketgate.request_count
where begin >= $1 and type = 'Provider'
group by ${ROUTE}
order by ${ROUTE}`;

const OF_OPERATIONS = `
select operation, coalesce(sum(requests) filter (where begin >= $2), 0)::integer as requests,
  coalesce(sum(failed) filter (where begin >= $2), 0)::integer as failed, max(begin) as last
from ticketgate.request_count
where service_id = $1 and type = 'Provider'
group by operation`;

const BEGIN = `
select service.create_time as made, migration.applied_at as began
from gi_webservice_config service, ticketgate.migration migration
where service.id = $1 and migration.name = 'database/007-request-counts'`;

const PERIODS = `
with counted as (
  select to_timestamp(floor(extract(epoch from begin) / $3::integer) * $3::integer) as begin, type,
    service_id, case when $4::integer >= 1 then operation else '' end as operation,
    case when $4 >= 2 then method else '' end as method, case when $4 >= 2 then route else '' end as route,
    requests, failed, errors, durations, milliseconds, bytes_received, bytes_sent
  from ticketgate.request_count
  where begin >= $1 and begin < $2 and type = $6
), ${SUMS}
select begin, ${AS_NAMED}, requests, failed, coalesce(errors, '{}') as errors, durations, milliseconds,
  bytes_received as "bytesReceived", bytes_sent as "bytesSent"
${JOINED}
order by begin desc, service_id desc, operation desc, method desc, route desc limit $5`;

/** SQL: merges the minutes before a moment by the hour. */
const ROLL_UP = `
with old as (
  delete from ticketgate.request_count where begin < $1 and not is_hour returning *
), counted as (
  select date_trunc('hour', begin) as begin, ${ROUTE}, requests, failed, errors, durations, milliseconds, bytes_received,
    bytes_sent
  from old
), ${SUMS}
insert into ticketgate.request_count
  (begin, is_hour, ${ROUTE}, requests, failed, errors, durations, milliseconds, bytes_received, bytes_sent)
select begin, true, ${ROUTE}, requests, failed, coalesce(errors, '{}'), durations, milliseconds, bytes_received, bytes_sent
${JOINED}`;
