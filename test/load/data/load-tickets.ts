import type { Database } from '@ticketgate/sdk';

import { showProgress } from './progress-bar.js';
import { wordStatement } from './words.js';

/** Tickets that lie in the database, and what finds some of them. */
export interface LoadedTickets {
  readonly firstID: number;
  readonly count: number;
  /** Of each ticket that nothing was added to. */
  readonly articles: number;
  /** The title of the ticket that was loaded last. */
  readonly title: string;
  readonly queue: string;
  readonly state: string;
  /** A word in the titles of {@link HITS} tickets. */
  readonly titleWord: string;
  /** A word in an article of {@link HITS} tickets. */
  readonly bodyWord: string;
  /** A value of the dynamic field `Reference` of {@link HITS} tickets. */
  readonly reference: string;
}

/** Tickets that a search for a word finds. */
export const HITS = 20;
const ARTICLES = 3;

const CHUNK = 10_000;
const TABLES = [
  'ticket',
  'article',
  'article_data_mime',
  'article_search_index',
  'article_flag',
  'ticket_history',
  'dynamic_field_value',
];
const AUDIT = `timestamp '2026-01-01' + n * interval '7 seconds', 1, timestamp '2026-01-01' + n * interval '7 seconds', 1`;
const AUDIT_COLUMNS = 'create_time, create_by, change_time, change_by';

/** Adds `count` tickets of three articles each, inside PostgreSQL; once per database, since their words are always the same. */
export async function loadTickets(database: Database, count: number): Promise<LoadedTickets> {
  const [start] = await database.query<{ ticket: number; article: number }>(
    'select (select max(id) + 1 from ticket) as ticket, (select max(id) + 1 from article) as article',
  );
  const words = {
    firstID: start?.ticket ?? 1,
    count,
    articles: ARTICLES,
    titleWord: 'quasar',
    bodyWord: 'zephyr',
    reference: 'R-1',
  };
  await withoutIndexes(database, async () => {
    for (let from = 0; from < count; from += CHUNK) {
      const chunk = { from, to: Math.min(from + CHUNK, count) };
      await loadChunk(database, { ...chunk, loaded: words, firstArticle: start?.article ?? 1 });
      showProgress(`Loading ${count} tickets`, chunk.to, count);
    }
  });
  await database.query(`select setval(pg_get_serial_sequence('ticket', 'id'), (select max(id) from ticket)),
    setval(pg_get_serial_sequence('article', 'id'), (select max(id) from article))`);
  const [last] = await database.query<Pick<LoadedTickets, 'title' | 'queue' | 'state'>>(
    `select t.title, q.name as queue, s.name as state
     from ticket t join queue q on q.id = t.queue_id join ticket_state s on s.id = t.ticket_state_id order by t.id desc limit 1`,
  );
  if (last === undefined) throw new Error('No ticket was loaded.');
  return { ...words, ...last };
}

/** Building indexes once is several times faster than keeping them; nobody else is at work here. */
async function withoutIndexes(database: Database, load: () => Promise<void>): Promise<void> {
  const indexes = await database.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename = any($1) and indexname not in (select conname from pg_constraint)`,
    [TABLES],
  );
  for (const { name } of indexes) await database.query(`drop index ${name}`);
  await load();
  for (const [index, { definition }] of indexes.entries()) {
    await database.withTransaction(async (transaction) => {
      await transaction.query(`set local maintenance_work_mem = '512MB'`);
      await transaction.query(definition);
    });
    showProgress('Building indexes', index + 1, indexes.length);
  }
  for (const table of TABLES) await database.query(`vacuum analyze ${table}`);
}

interface Chunk {
  readonly from: number;
  readonly to: number;
  readonly firstArticle: number;
  readonly loaded: Omit<LoadedTickets, 'title' | 'queue' | 'state'>;
}

function loadChunk(database: Database, { from, to, firstArticle, loaded }: Chunk): Promise<void> {
  const step = Math.max(1, Math.floor(loaded.count / HITS));
  return database.withTransaction(async (transaction) => {
    // The rows are right by construction; checking each reference would take most of the time.
    await transaction.query('set local session_replication_role = replica');
    await transaction.query(LOAD_TICKETS, [loaded.firstID, from, to, step, loaded.titleWord]);
    await transaction.query(LOAD_FIELDS, [loaded.firstID, from, to, loaded.reference.slice(0, -1)]);
    await transaction.query(LOAD_ARTICLES, [loaded.firstID, from, to, step, loaded.bodyWord, firstArticle]);
  });
}

const LOAD_TICKETS = `
with n as (select n, $1::bigint + n as id from generate_series($2::bigint, $3::bigint - 1) n), added as (
  insert into ticket (id, tn, title, queue_id, ticket_lock_id, type_id, user_id, responsible_user_id, ticket_priority_id,
    ticket_state_id, customer_id, customer_user_id, timeout, until_time, escalation_time, escalation_update_time,
    escalation_response_time, escalation_solution_time, archive_flag, ${AUDIT_COLUMNS})
  select id, 'B' || lpad(id::text, 14, '0'), 'Ticket ' || id || ' about ' || ${wordStatement('n * 7')} || ' and ' || ${wordStatement('n * 13 + 5')}
      || case when mod(n, $4::bigint) = 0 and n / $4::bigint < ${HITS} then ' with ' || $5::text else '' end,
    1 + mod(n, 4), 1, 1, 1, 1, 1 + mod(n, 5), case when mod(n, 3) = 0 then 2 else 4 end, 'C' || mod(n, 1000),
    'customer' || mod(n, 5000), 0, 0, 0, 0, 0, 0, 0, ${AUDIT}
  from n
)
insert into ticket_history (name, history_type_id, ticket_id, type_id, queue_id, owner_id, priority_id, state_id, ${AUDIT_COLUMNS})
select '%%' || id, 1, id, 1, 1 + mod(n, 4), 1, 1 + mod(n, 5), 1, ${AUDIT} from n`;

const LOAD_FIELDS = `
insert into dynamic_field_value (field_id, object_id, value_text)
select field.id, $1::bigint + n, $4::text || n / ${HITS} + 1
from generate_series($2::bigint, $3::bigint - 1) n, dynamic_field field
where field.name = 'Reference'`;

const LOAD_ARTICLES = `
with n as materialized (
  select n, $1::bigint + n as ticket_id, $6::bigint + n * ${ARTICLES} + place as id,
    (select string_agg(${wordStatement('n * 31 + place * 7 + word * word * 11')}, ' ') from generate_series(1, 12) word)
      || case when place = 1 and mod(n, $4::bigint) = 0 and n / $4::bigint < ${HITS} then ' ' || $5::text else '' end as body
  from generate_series($2::bigint, $3::bigint - 1) n, generate_series(0, ${ARTICLES - 1}) place
), article as (
  insert into article (id, ticket_id, article_sender_type_id, communication_channel_id, is_visible_for_customer,
    search_index_needs_rebuild, ${AUDIT_COLUMNS})
  select id, ticket_id, 1 + 2 * mod(id, 2), 3, 1, 0, ${AUDIT} from n
), mime as (
  insert into article_data_mime (article_id, a_from, a_reply_to, a_to, a_cc, a_bcc, a_subject, a_message_id, a_in_reply_to,
    a_references, a_content_type, a_body, incoming_time, ${AUDIT_COLUMNS})
  select id, 'Carla Customer <carla@customer.org>', '', 'Raw', '', '', 'About ' || ticket_id, '', '', '',
    'text/plain; charset=utf-8', body, 1767225600 + n * 7, ${AUDIT} from n
), flag as (
  insert into article_flag (article_id, article_key, article_value, create_time, create_by)
  select id, 'Seen', '1', timestamp '2026-01-01', 1 from n
)
insert into article_search_index (ticket_id, article_id, article_key, article_value)
select ticket_id, id, row.key, row.value from n, lateral (values
  ('MIMEBase_From', 'carla customer <carla@customer.org>'), ('MIMEBase_Subject', 'about ' || ticket_id), ('MIMEBase_Body', body)
) as row (key, value)`;
