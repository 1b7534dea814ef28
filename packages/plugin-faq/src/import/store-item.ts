import type { Database } from '@ticketgate/sdk';

import type { FaqItem } from './faq-item.js';

const MAKE_CATEGORY = `
insert into faq_category (parent_id, name, valid_id, created, created_by, changed, changed_by)
select 0, $1::varchar, 1, $2::timestamp, 1, $2::timestamp, 1
where not exists (select from faq_category where name = $1 and parent_id = 0)`;

const MAKE_LANGUAGE = 'insert into faq_language (name) values ($1) on conflict (name) do nothing';

/** Values: number or null, title, category, language, state type, content type, keywords, six fields, time. */
const STORE = `
with place as (
  select (select min(id) from faq_category where name = $3 and parent_id = 0) as category_id,
    (select id from faq_language where name = $4) as language_id,
    (select min(faq_state.id) from faq_state join faq_state_type type on type.id = faq_state.type_id where type.name = $5) as state_id
), known as (
  select min(faq_item.id) as id from faq_item, place
  where case when $1::varchar is not null then f_number = $1
    else f_subject = $2 and faq_item.category_id = place.category_id and f_language_id = place.language_id end
), changed as (
  update faq_item set f_subject = $2, f_name = $2, f_language_id = place.language_id, state_id = place.state_id,
    category_id = place.category_id, content_type = $6, f_keywords = $7, f_field1 = $8, f_field2 = $9, f_field3 = $10,
    f_field4 = $11, f_field5 = $12, f_field6 = $13, approved = 1, valid_id = 1, changed = $14::timestamp, changed_by = 1
  from place, known where faq_item.id = known.id returning faq_item.id
), added as (
  insert into faq_item (f_number, f_subject, f_name, f_language_id, state_id, category_id, approved, valid_id, content_type,
    f_keywords, f_field1, f_field2, f_field3, f_field4, f_field5, f_field6, created, created_by, changed, changed_by)
  select coalesce($1::varchar, (10001 + (select coalesce(max(id), 0) from faq_item))::text), $2, $2, place.language_id,
    place.state_id, place.category_id, 1, 1, $6, $7, $8, $9, $10, $11, $12, $13, $14::timestamp, 1, $14::timestamp, 1
  from place, known where known.id is null returning id
), history as (
  insert into faq_history (name, item_id, created, created_by, changed, changed_by)
  select 'Created', id, $14::timestamp, 1, $14::timestamp, 1 from added
)
select exists (select from added) as "isNew"`;

/** Stores an item, or replaces the one that it is a newer version of. Returns whether it is new. */
export async function storeItem(database: Database, item: FaqItem, time: string): Promise<boolean> {
  const { Category: category = 'Misc', Language: language = 'en' } = item;
  await database.query(MAKE_CATEGORY, [category, time]);
  await database.query(MAKE_LANGUAGE, [language]);
  const [row] = await database.query<{ isNew: boolean }>(STORE, [
    item.Number === undefined ? null : String(item.Number),
    item.Title,
    category,
    language,
    item.StateType ?? 'internal',
    item.ContentType ?? 'text/html',
    item.Keywords ?? '',
    ...[item.Symptom, item.Problem, item.Solution, item.Comment, item.Field5, item.Field6].map((text) => text ?? ''),
    time,
  ]);
  return row?.isNew === true;
}
