import type { Data } from '@ticketgate/sdk';
import { listOf } from '@ticketgate/sdk/schema/words';

import { readSources, type ReadSources } from '../permission/readable-tickets.js';
import { readStrictSearch, requireAllowedLimit } from '../search/profiles/read-strict-search.js';
import { readSearch } from '../search/read-search.js';
import { defineTicketOperation } from './define-ticket-operation.js';
import { composeSearch, type SearchStep, runSearch } from '../search/statement/compose-search.js';
import { NOTHING } from '../search/statement/condition.js';
import { isFalsy, isText, toText } from '../request/family-values.js';
import { AGENT_CREDENTIALS, ID } from '../columns/member-schemas.js';
import { olderFieldParameters, searchParameters } from '../search/search-parameters.js';

export const ticketSearchInput = {
  type: 'object',
  description:
    'Tickets must meet all criteria, with one of the values of each. Invalid and unknown values find nothing.',
  properties: { ...AGENT_CREDENTIALS, ...searchParameters },
  patternProperties: olderFieldParameters,
} as const;

export const ticketSearchOutput = {
  type: 'object',
  description: 'Empty when nothing is found; with profile contract, TicketID is an empty list then.',
  properties: { TicketID: listOf(ID, 'Texts; integers with profile contract.') },
} as const;

const NAME = 'TicketSearch';

/** Ticket::TicketSearch: usually one statement; invalid criteria find nothing. */
export const ticketSearch = defineTicketOperation({
  type: 'Ticket::TicketSearch',
  summary: 'Finds tickets and answers their ids.',
  description:
    'All criteria have to be met, one value of each list. Invalid parameters and unknown names find nothing; with profile contract, they are errors.',
  effect: 'reads',
  errors: ['AuthFail', 'InvalidParameter'],
  input: ticketSearchInput,
  output: ticketSearchOutput,
  contract: {
    // Answers integers, and a list even if nothing is found. `search/profiles` reads the input.
    present: ({ TicketID }) => ({ TicketID: Array.isArray(TicketID) ? TicketID.map(Number) : [] }),
  },
  examples: [
    {
      summary: 'The ten newest open tickets of a queue.',
      input: { Queues: ['Raw'], StateType: ['new', 'open'], SortBy: 'Created', OrderBy: 'Down', Limit: 10 },
      output: { TicketID: ['2'] },
    },
  ],
  async run(input, context) {
    const steps = await readSteps(input, await readSources(context));
    const hits = await runSearch<{ id: number }>(context.database, steps);
    return hits.length === 0 ? {} : { TicketID: hits.map(({ id }) => String(id)) };
  },
});

/** The steps of a search; none when nothing can be found. */
async function readSteps(sent: Data, sources: ReadSources): Promise<Iterable<SearchStep>> {
  const { binding, services, settings } = sources.context;
  const isStrict = binding.profile === 'contract';
  const scope = { operation: NAME, settings };
  const input = isStrict ? requireAllowedLimit(readStrictSearch(sent, scope, sources), scope) : sent;
  const { condition, sort } = await readSearch(input, sources, { operation: NAME, isStrict });
  const limit = readLimit(input.Limit, settings.number('GenericInterface::Operation::TicketSearch###SearchLimit'));
  if (condition === NOTHING || sort === undefined || limit === undefined) return [];
  const { hasIndex, searchMemory: memory } = services;
  return composeSearch(condition, { sort, limit, hasIndex: await hasIndex.current(), memory });
}

/**
 * `Limit`, which has no maximum. Decimals are rounded, as the database would: 1.5 is 2. Undefined for what is not a number or allows no
 * ticket: nothing is found (`docs/compatibility.md`).
 */
function readLimit(value: unknown, whenAbsent: number): number | undefined {
  if (isFalsy(value)) return whenAbsent;
  const limit = isText(value) && /^\s*\d+(?:\.\d+)?\s*$/.test(toText(value)) ? Math.round(Number(value)) : 0;
  return limit > 0 ? Math.min(limit, Number.MAX_SAFE_INTEGER) : undefined;
}
