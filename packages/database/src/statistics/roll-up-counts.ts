import { JOINED, ROUTE, SUMS } from './sum-counts.js';

/** Adds up the minutes before a moment by the hour. */
export const ROLL_UP = `
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
