/** The first digits of a hash: enough to tell sessions apart. */
export const HANDLE = `left(encode(sha256(convert_to(session_id, 'UTF8')), 'hex'), 16)`;

const FOUND = `
from (
  select ${HANDLE} as handle,
    max(data_value) filter (where data_key = 'UserLogin') as login,
    max(data_value) filter (where data_key = 'UserType') as type,
    coalesce(max(data_value) filter (where data_key = 'UserRemoteAddr'), '') as address,
    coalesce(max(data_value) filter (where data_key = 'UserSessionStart'), '0')::float8 as started,
    coalesce(max(data_value) filter (where data_key = 'UserLastRequest'), '0')::float8 as last
  from sessions
  where data_key in ('UserLogin', 'UserType', 'UserRemoteAddr', 'UserSessionStart', 'UserLastRequest')
  group by session_id
) as session
where login is not null and ($1::text is null or login = $1) and ($2::text is null or type = $2)`;

/** The last used first, after one session. */
export const LIST_SESSIONS = `
select handle, login, type, address, to_timestamp(started) as "startedAt", to_timestamp(last) as "lastRequestAt"
${FOUND}
  and ($3::float8 is null or last < $3 or last = $3 and handle > $4)
order by last desc, handle
limit $5`;

export const COUNT_SESSIONS = `select count(*)::integer as count ${FOUND}`;
