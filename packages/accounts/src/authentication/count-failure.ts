/** SQL: whether the period of a count is over, or began so far in the future that a clock must have been corrected. */
function isOver(since: string): string {
  return `(${since} <= $8::timestamptz or ${since} > $7::timestamptz + ($7::timestamptz - $8::timestamptz))`;
}

/** SQL: counts up; a count whose period is over starts again. */
const COUNT_UP = `on conflict (scope, key) do update set
    failures = case when ${isOver('known.since')} then 1 else known.failures + 1 end,
    since = case when ${isOver('known.since')} then excluded.since else known.since end
  returning scope, failures, since`;

// Attempts that are already refused are not counted, and refusals of one login do not count for its address. All statements take the rows in
// the same order, so that they never deadlock. Each also deletes a few old rows.
export const COUNT_FAILURE = `
with given (scope, key, most) as (
  values (1, $1, $4::integer), (2, $2, $5::integer), (3, $3, $6::integer)
), refused as (
  select failure.since from given join ticketgate.login_failure failure using (scope, key)
  where failure.failures >= given.most and not ${isOver('failure.since')}
), old as (
  delete from ticketgate.login_failure where ctid = any (array(
    select ctid from ticketgate.login_failure
    where ${isOver('since')} and (scope, key) not in (select scope, key from given)
    limit 10 for update skip locked))
), of_login as (
  insert into ticketgate.login_failure as known (scope, key, failures, since)
  select 1, $1, 1, $7::timestamptz where not exists (select from refused)
  ${COUNT_UP}
), of_origin as (
  insert into ticketgate.login_failure as known (scope, key, failures, since)
  select scope, key, 1, $7::timestamptz from given
  where scope > 1 and exists (select from of_login where failures <= $4)
  order by scope
  ${COUNT_UP}
)
select since from refused
union all
select counted.since from (
  select scope, failures, since from of_login union all select scope, failures, since from of_origin
) counted
join given using (scope) where counted.failures > given.most
order by since desc limit 1`;
