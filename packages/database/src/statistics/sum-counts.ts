/** The dimensions by which requests are counted. */
export const ROUTE = 'type, service_id, operation, method, route';

/** Sums the rows called `counted` by time and route. */
export const SUMS = `
sums as (
  select begin, ${ROUTE}, sum(requests)::integer as requests, sum(failed)::integer as failed,
    sum(milliseconds) as milliseconds, sum(bytes_received)::bigint as bytes_received, sum(bytes_sent)::bigint as bytes_sent
  from counted group by begin, ${ROUTE}
),
${sumOf('errors', 'error')},
${sumOf('durations', 'duration')}`;

/** Adds up what a column of JSON counts by its members. */
function sumOf(column: string, member: string): string {
  return `${member}_sums as (
  select begin, ${ROUTE}, jsonb_object_agg(name, requests) as ${column}
  from (
    select begin, ${ROUTE}, name, sum(value::integer) as requests
    from counted, jsonb_each_text(counted.${column}) as ${member} (name, value)
    group by begin, ${ROUTE}, name
  ) as each group by begin, ${ROUTE}
)`;
}

/** The three sums of each time and route. */
export const JOINED = `
from sums
join duration_sums using (begin, ${ROUTE})
left join error_sums using (begin, ${ROUTE})`;
