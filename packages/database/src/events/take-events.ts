/** Counts an attempt for the oldest event of each key that is due, and puts off the next one. */
export const TAKE_EVENTS = `
update ticketgate.event set attempts = attempts + 1,
  due_at = $2::timestamptz + make_interval(secs => ($5::float8[])[least(attempts + 1, cardinality($5::float8[]))])
from (
  select id from ticketgate.event as head
  where consumer = $1 and dead_since is null and due_at <= $2 and key <> all($4) and not exists (
    select from ticketgate.event as earlier
    where earlier.consumer = head.consumer and earlier.key = head.key and earlier.dead_since is null
      and earlier.id < head.id and not ($6::boolean and earlier.error is not null)
  )
  order by due_at, id limit $3
) as due
where event.id = due.id
returning event.id::text as id, name, key, data, at, attempts as attempt`;
