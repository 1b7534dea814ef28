import { likePattern } from '@ticketgate/database/postgres';
import {
  defineOperation,
  itemList,
  operationError,
  type JsonSchema,
  type OperationError,
  type Caller,
  type InputOf,
  type OperationContext,
  type Settings,
  type Data,
  defineLimits,
  itemListSchema,
} from '@ticketgate/sdk';
import { integer, text } from '@ticketgate/sdk/schema/words';

import { FaqNotInstalled, type FaqServices } from '../faq-installation.js';

export const faqSearchInput = {
  type: 'object',
  anyOf: [{ required: ['What'] }, { required: ['Query'] }],
  properties: {
    What: text('Words that must all occur, in any order and case; * stands for any text.'),
    Query: text('Another name for What.'),
    Limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
  },
} as const;

export const faqSearchOutput = itemListSchema({
  FAQID: integer(),
  Number: text(),
  Title: text(),
  Category: text(),
  CategoryID: integer(),
  Language: text('For example en.'),
  State: text(),
  StateType: { ...text(), enum: ['internal', 'external', 'public'] },
  Keywords: text(),
  Changed: text('YYYY-MM-DD HH:MM:SS in the system time zone.'),
});

export const faqLimits = defineLimits('Ticketgate::Limit', {
  FAQTextLength: { most: 10_000, unit: 'characters', description: 'Most characters of an FAQ search.' },
  FAQWords: {
    most: 50,
    unit: 'words',
    description: 'Most words of an FAQ search; each is searched for in every item.',
  },
});

/**
 * Values: patterns of words; ids of the agent's groups; whether a customer asks; maximum number of items.
 *
 * An agent sees items of all state types in valid categories without groups and in those of its groups, a customer external
 * and public ones in valid categories.
 */
const FIND_ITEMS = `
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

const NAME = 'FAQSearch';
/** The compiler does not know what the statement answers. */
const OUTPUT: JsonSchema = faqSearchOutput;

/** FAQ::FAQSearch: items that have all words, best match first, with one statement (`docs/contract.md`, style A). */
export const faqSearch = defineOperation({
  type: 'FAQ::FAQSearch',
  summary: 'Searches the FAQ items that the caller may see.',
  description: 'Words in the title count more than keywords, and keywords more than the text; `*` stands for any text.',
  effect: 'reads',
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'FAQ.NotInstalled'],
  input: faqSearchInput,
  output: OUTPUT,
  examples: [
    {
      summary: 'Items that have two words.',
      input: { What: 'printer paper', Limit: 10 },
      output: {
        Item: [
          {
            FAQID: 1,
            Number: '10001',
            Title: 'The printer has no paper',
            Category: 'Misc',
            CategoryID: 1,
            Language: 'en',
            State: 'public (all)',
            StateType: 'public',
            Keywords: 'printer',
            Changed: '2026-11-22 10:00:00',
          },
        ],
      },
    },
  ],
  async run(input, context: OperationContext<FaqServices>) {
    const caller = await context.caller();
    if (!(await context.services.installed.current())) throw new FaqNotInstalled();
    const patterns = readPatterns(input, context.settings);
    const values = [patterns, await groupIDs(caller, context), caller.type === 'Customer', input.Limit];
    const found = await context.database.query<{ readonly item: Data }>(FIND_ITEMS, values, { isSearch: true });
    return itemList(
      found.map(({ item }) => item),
      context.binding,
    );
  },
});

function readPatterns({ What, Query }: InputOf<typeof faqSearchInput>, settings: Settings): readonly string[] {
  const what = What === undefined ? 'Query' : 'What';
  const text = What ?? Query ?? '';
  if (text !== (Query ?? text)) throw unfit('What and Query differ, and mean the same; send one of them.');
  const scope = { operation: NAME, settings };
  faqLimits.requireAtMost('FAQTextLength', { what, count: text.length }, scope);
  if (text.includes('\0')) throw unfit(`${what} has a NUL character; leave it out.`);
  const patterns = wordPatterns(text);
  if (patterns.length === 0) throw unfit(`${what} is ${JSON.stringify(text)}; write the words to search for.`);
  // Every item is compared with every word.
  faqLimits.requireAtMost('FAQWords', { what, count: patterns.length }, scope);
  return patterns;
}

function unfit(sentence: string): OperationError {
  return operationError(NAME, 'InvalidParameter', sentence);
}

/** Groups whose categories an agent may read; customers see items for customers in all groups. */
async function groupIDs({ type, userID }: Caller, { accounts }: OperationContext): Promise<readonly number[]> {
  return type === 'Customer' ? [] : [...(await accounts.directory()).groupIDsOfAgent(userID, 'ro')];
}

/** Patterns for `like`, one per word in lower case; `*` is any text. Words of nothing but `*` say nothing and are left out. */
function wordPatterns(what: string): readonly string[] {
  return what
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => /[^*]/.test(word))
    .map((word) => likePattern(['', ...word.split('*'), '']));
}
