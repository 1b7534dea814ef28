import { isWrongValue } from '@ticketgate/database/postgres';
import { listKeys, defineOperation, type Data, type JsonSchema } from '@ticketgate/sdk';
import { integer, listOf, objectWith, text } from '@ticketgate/sdk/schema/words';

import { readFieldMembers } from '../dynamic-fields/field-members.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { presentTicket, ticketFieldSources } from '../ticket/reading/ticket-fields.js';
import { TICKET_COLUMNS, type ReadTicket } from '../ticket/reading/read-tickets.js';
import { pickMembers } from '../ticket/reading/pick-members.js';
import { invalid } from '../request/input-errors.js';
import { readSources, type ReadSources } from '../permission/readable-tickets.js';
import { readStrictSearch } from '../search/profiles/read-strict-search.js';
import { readSearch } from '../search/read-search.js';
import { composeCount, composeSearch, type SortKey, runSearch } from '../search/statement/compose-search.js';
import { type Bind, every, NOTHING, type Condition } from '../search/statement/condition.js';
import { afterCursor, decodeCursor, encodeCursor, invalidCursor } from './page-cursor.js';
import { toText } from '../request/family-values.js';
import { listedTicket, ticketMembers } from '../ticket/reading/ticket-schema.js';
import { olderFieldParameters, searchParameters } from '../search/search-parameters.js';

/** The values of `Fields`: the members of TicketGet that every ticket may have. */
const TICKET_MEMBERS = listKeys(ticketMembers);

const bit = (description: string) => ({ enum: [0, 1, false, true], default: 0, description }) as const;

const LIMIT = { type: 'integer', minimum: 1, maximum: 1000, default: 100, description: 'Tickets per page.' } as const;

export const ticketListInput = {
  type: 'object',
  description: 'The criteria of TicketSearch, all of which must be met. Invalid ones are errors.',
  properties: {
    After: text('Next of the page before, with the same criteria and the same order.'),
    Fields: {
      type: 'array',
      items: { type: 'string', enum: TICKET_MEMBERS },
      minItems: 1,
      maxItems: TICKET_MEMBERS.length,
      'x-comma-list': true,
      description: 'Members of tickets; TicketID always comes. All without it.',
    },
    DynamicFields: bit('1 adds dynamic fields.'),
    Total: bit('1 adds the number of all matching tickets, which is counted for each page.'),
    ...searchParameters,
    Limit: LIMIT,
  },
  patternProperties: olderFieldParameters,
} as const;

export const ticketListOutput = objectWith(['Ticket'], {
  Ticket: listOf(listedTicket),
  Next: text('Sent as After, it gives the next page. Missing on the last one.'),
  Total: integer('Where it was asked for.'),
});

const NAME = 'TicketList';
/** The compiler does not know what presenters make of rows. */
const OUTPUT: JsonSchema = ticketListOutput;

/** Ticket::TicketList: a search that answers tickets instead of ids, page by page. The family does not have it. */
export const ticketList = defineOperation({
  type: 'Ticket::TicketList',
  summary: 'Finds tickets and answers them page by page.',
  description:
    'The criteria and the order of TicketSearch; mistakes in them are errors. Each page says where the next one starts. Sorted by Created, Changed or TicketNumber, every page costs the same. Tickets whose sort key changes while you read may appear twice or not at all.',
  effect: 'reads',
  errors: ['AuthFail', 'InvalidParameter'],
  input: ticketListInput,
  output: OUTPUT,
  examples: [
    {
      summary: 'The first page of the tickets whose title has a word, with some of their members and their number.',
      input: { Title: '*Printer*', Fields: ['TicketNumber', 'Title', 'State'], Limit: 10, Total: 1 },
      output: {
        Ticket: [{ TicketID: 2, TicketNumber: '2026112210000011', Title: 'Printer on fire', State: 'new' }],
        Total: 1,
      },
    },
  ],
  async run(input, context: TicketContext) {
    const sources = await readSources(context);
    const criteria = readStrictSearch(input, { operation: NAME, settings: context.settings }, sources);
    return readPage(readPageRequest(input), criteria, sources);
  },
});
async function readPage(request: PageRequest, input: Data, sources: ReadSources): Promise<Data> {
  const { condition, sort } = await readSearch(input, sources, { operation: NAME, isStrict: true });
  if (sort === undefined) {
    throw invalid(NAME, 'SortBy or OrderBy is wrong; use the keys of TicketSearch, with Up or Down for each of them.');
  }
  const { rows, total } = await loadPage({ condition, sort }, request, sources);
  const page = rows.slice(0, request.limit);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    Ticket: await presentRows(page, request, sources),
    ...(last === undefined ? {} : { Next: encodeCursor(last, sort) }),
    ...(request.hasTotal ? { Total: total } : {}),
  };
}

type Row = ReadTicket & { readonly keys: readonly (string | null)[] };

/** One more ticket than requested: it shows whether there is another page. */
async function loadPage(
  { condition, sort }: { readonly condition: Condition; readonly sort: readonly SortKey[] },
  { limit, after, hasTotal }: PageRequest,
  { context }: ReadSources,
): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
  const end = after === '' ? undefined : decodeCursor(after, sort, NAME);
  if (condition === NOTHING) return { rows: [], total: 0 };
  const here = end === undefined ? condition : every([condition, afterCursor(end, sort)]);
  const columns = (bind: Bind) => {
    const keys = sort.map(({ expression }) => `(${expression(bind)})::text`);
    return `${TICKET_COLUMNS}, array[${keys.join(', ')}] as keys`;
  };
  const { searchMemory: memory } = context.services;
  const hasIndex = await context.services.hasIndex.current();
  const isFirstPage = end === undefined;
  const page = composeSearch(here, { sort, limit: limit + 1, columns, isFirstPage, hasIndex, memory });
  return context.database.withConnection(
    async (database) => {
      try {
        const [rows, [count]] = await Promise.all([
          runSearch<Row>(database, page),
          hasTotal ? runSearch<{ readonly total: number }>(database, [composeCount(condition, hasIndex)]) : [],
        ]);
        return { rows, total: count?.total ?? 0 };
      } catch (cause) {
        // Only the values of the cursor are not checked earlier.
        throw end !== undefined && isWrongValue(cause) ? invalidCursor(NAME) : cause;
      }
    },
    { isSearch: true },
  );
}

async function presentRows(
  rows: readonly ReadTicket[],
  { members, hasDynamicFields }: PageRequest,
  { context }: ReadSources,
): Promise<readonly Data[]> {
  const sources = await ticketFieldSources(context);
  const fields = await readFieldMembers(context, { tickets: rows }, hasDynamicFields);
  return rows.map((row) => ({
    ...pickMembers({ ...presentTicket(row, sources), TimeUnit: row.timeUnit }, members),
    ...fields.ofTicket(row.id),
  }));
}

type PageRequest = ReturnType<typeof readPageRequest>;

/** Reads the members of TicketList besides the criteria. */
function readPageRequest({ Limit, After, Fields, DynamicFields, Total }: Data) {
  const fields = Array.isArray(Fields) ? Fields.map(toText) : [];
  return {
    limit: Number(Limit),
    /** The cursor of the previous page; `''` for the first page. */
    after: toText(After),
    /** Undefined for all members. */
    members: fields.length === 0 ? undefined : new Set(['TicketID', ...fields]),
    hasDynamicFields: Boolean(DynamicFields),
    hasTotal: Boolean(Total),
  };
}
