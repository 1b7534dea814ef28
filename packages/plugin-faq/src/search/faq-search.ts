import {
  addISOTimes,
  defineOperation,
  itemList,
  operationError,
  type JsonSchema,
  type OperationError,
  type Caller,
  type InputOf,
  type OperationContext,
  type Settings,
} from '@ticketgate/sdk';

import { FaqNotInstalled } from '../faq-installation.js';
import type { FaqServices } from '../faq-services.js';
import { FIND_ITEMS, type FoundItem } from './find-items.js';
import { faqLimits } from './faq-limits.js';
import { faqSearchInput, faqSearchOutput, ITEM_TIMES } from './schema.js';

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
    const found = await context.database.query<FoundItem>(FIND_ITEMS, values, { isSearch: true });
    return itemList(
      found.map(({ item }) => addISOTimes(item, ITEM_TIMES, context)),
      context.binding,
    );
  },
});

function readPatterns({ What, Query }: InputOf<typeof faqSearchInput>, settings: Settings): readonly string[] {
  const text = What ?? Query ?? '';
  const scope = { operation: NAME, settings };
  faqLimits.requireAtMost('FAQTextLength', { what: 'What', count: text.length }, scope);
  if (text.includes('\0')) throw invalid('What has a NUL character; leave it out.');
  const patterns = wordPatterns(text);
  if (patterns.length === 0) throw invalid(`What is ${JSON.stringify(text)}; write the words to search for.`);
  // Every item is compared with every word.
  faqLimits.requireAtMost('FAQWords', { what: 'What', count: patterns.length }, scope);
  return patterns;
}

function invalid(sentence: string): OperationError {
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
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%')}%`);
}
