import { createError, type Database } from '@ticketgate/sdk';

import type { FaqItem } from './faq-item.js';

export const FaqStateMissing = createError<{ stateType: string }>(
  'FAQ.StateMissing',
  ({ stateType }) => `The FAQ has no state of the type "${stateType}". Add one there. Nothing was imported.`,
);

// Blocks other imports, but no searches.
const KEEP_OTHER_WRITERS_OUT = 'lock table faq_item in share row exclusive mode';

const MAKE_CATEGORY = `
insert into faq_category (parent_id, name, valid_id, created, created_by, changed, changed_by)
select 0, $1::varchar, 1, $2::timestamp, 1, $2::timestamp, 1
where not exists (select from faq_category where name = $1 and parent_id = 0)`;

const MAKE_LANGUAGE = 'insert into faq_language (name) values ($1) on conflict (name) do nothing';

/** The first free number from 10001 + the highest id on. */
const FREE_NUMBER = `
select candidate::text
from (select coalesce(max(id), 0) as last, count(*) as total from faq_item) as items,
  generate_series(10001 + last, 10001 + last + total) as candidate
where not exists (select from faq_item other where other.f_number = candidate::text)
order by candidate limit 1`;

/** Values: number or null, title, category, language, state type, content type, keywords, six fields, time. */
const STORE = `
with place as (
  select (select min(id) from faq_category where name = $3 and parent_id = 0) as category_id,
    (select id from faq_language where name = $4) as language_id, faq_state.id as state_id
  from faq_state join faq_state_type type on type.id = faq_state.type_id where type.name = $5 order by faq_state.id limit 1
), known as (
  select min(faq_item.id) as id from faq_item, place
  where case when $1::varchar is not null then f_number = $1
    else f_subject = $2 and faq_item.category_id = place.category_id and f_language_id = place.language_id end
), changed as (
  update faq_item set f_subject = $2, f_name = $2, f_language_id = place.language_id, state_id = place.state_id,
    category_id = place.category_id, content_type = $6, f_keywords = $7, f_field1 = $8, f_field2 = $9, f_field3 = $10,
    f_field4 = $11, f_field5 = $12, f_field6 = $13, approved = 1, valid_id = 1, changed = $14::timestamp, changed_by = 1
  from place, known where faq_item.id = known.id returning faq_item.id, f_number
), added as (
  insert into faq_item (f_number, f_subject, f_name, f_language_id, state_id, category_id, approved, valid_id, content_type,
    f_keywords, f_field1, f_field2, f_field3, f_field4, f_field5, f_field6, created, created_by, changed, changed_by)
  select coalesce($1::varchar, (${FREE_NUMBER})), $2, $2, place.language_id,
    place.state_id, place.category_id, 1, 1, $6, $7, $8, $9, $10, $11, $12, $13, $14::timestamp, 1, $14::timestamp, 1
  from place, known where known.id is null returning id, f_number
), history as (
  insert into faq_history (name, item_id, created, created_by, changed, changed_by)
  select 'Created', id, $14::timestamp, 1, $14::timestamp, 1 from added
  union all select 'Updated', id, $14::timestamp, 1, $14::timestamp, 1 from changed
)
select f_number as number, true as "isNew" from added union all select f_number, false from changed`;

/** Stores new items and replaces older versions; all or nothing. */
export function storeItems(database: Database, items: readonly FaqItem[], time: string) {
  return database.withTransaction(async (transaction) => {
    await transaction.query(KEEP_OTHER_WRITERS_OUT);
    const stored: Awaited<ReturnType<typeof storeItem>>[] = [];
    // Items with a number first, so that generated numbers do not collide with theirs.
    for (const item of items.toSorted((left, right) => Number(hasNumber(right)) - Number(hasNumber(left)))) {
      stored.push(await storeItem(transaction, item, time));
    }
    return stored;
  });
}

function hasNumber({ Number: number }: FaqItem): boolean {
  return number !== undefined;
}

async function storeItem(transaction: Database, item: FaqItem, time: string) {
  const { Category: category = 'Misc', Language: language = 'en', StateType: stateType = 'internal' } = item;
  await transaction.query(MAKE_CATEGORY, [category, time]);
  await transaction.query(MAKE_LANGUAGE, [language]);
  // Not new: it replaced an earlier version of itself.
  const [row] = await transaction.query<{ number: string; isNew: boolean }>(STORE, [
    item.Number === undefined ? null : String(item.Number),
    item.Title,
    category,
    language,
    stateType,
    item.ContentType ?? 'text/html',
    item.Keywords ?? '',
    ...[item.Symptom, item.Problem, item.Solution, item.Comment, item.Field5, item.Field6].map((text) => text ?? ''),
    time,
  ]);
  if (row === undefined) throw new FaqStateMissing({ stateType });
  return { ...row, title: item.Title };
}
