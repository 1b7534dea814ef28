import type { Data } from '@ticketgate/sdk';

export interface FoundItem {
  readonly item: Data;
}

/**
 * Values: patterns of words; ids of the agent's groups; whether a customer asks; number of items at most.
 *
 * An agent sees items of all state types in valid categories without groups and in those of its groups, a customer external
 * and public ones in valid categories.
 */
export const FIND_ITEMS = `
select json_build_object('FAQID', found.id, 'Number', found.f_number, 'Title', coalesce(found.f_subject, ''),
  'Category', found.category, 'CategoryID', found.category_id, 'Language', found.language, 'State', found.state,
  'StateType', found.state_type, 'Keywords', coalesce(found.f_keywords, ''),
  'Changed', to_char(found.changed, 'YYYY-MM-DD HH24:MI:SS')) as item
from (
  select faq_item.id, f_number, f_subject, f_keywords, category_id, faq_item.changed, category.name as category,
    language.name as language, state.name as state, state_type.name as state_type, weight.total
  from faq_item
  join faq_category category on category.id = faq_item.category_id
  join faq_language language on language.id = faq_item.f_language_id
  join faq_state state on state.id = faq_item.state_id
  join faq_state_type state_type on state_type.id = state.type_id
  cross join lateral (select lower(f_subject) as title, lower(f_keywords) as keywords,
    lower(concat_ws(E'\\n', f_field1, f_field2, f_field3, f_field4, f_field5, f_field6)) as body) as text
  cross join lateral (
    select sum(case when text.title like word then 4 when text.keywords like word then 2 else 1 end) as total,
      bool_and(coalesce(text.title like word, false) or coalesce(text.keywords like word, false) or text.body like word) as has_all
    from unnest($1::text[]) as word) as weight
  where weight.has_all and faq_item.valid_id = 1 and faq_item.approved = 1
    and case when $3 then state_type.name in ('external', 'public') and category.valid_id = 1
      else exists (select from faq_category_group own where own.category_id = category.id and own.group_id = any($2::integer[]))
        or (category.valid_id = 1
          and not exists (select from faq_category_group other where other.category_id = category.id)) end
) as found
order by found.total desc, found.changed desc, found.id
limit $4`;
