import { defineFamilyOperation, isData, type Data, type Operation, type OperationContext } from '@ticketgate/sdk';

import type { TicketSystem } from '../../ticket-system.js';
import { systemTimeZone } from '../../time/system-time-zone.js';
import { authenticateReader } from '../authenticate-reader.js';
import { permissionConditions } from './conditions/permission-conditions.js';
import { expandTimeSlots } from './parameters/expand-time-slots.js';
import { readLimit } from './parameters/read-limit.js';
import { ticketSearchContract } from './profiles/contract.js';
import { requireKnownFields } from './profiles/require-known-fields.js';
import { ticketSearchInput, ticketSearchOutput } from './schema.js';
import { criteriaOf } from './search-criteria.js';
import type { SearchSources } from './search-sources.js';
import { readSortOrder } from './sort-order.js';
import { composeSearch, type ComposedSearch } from './statement/compose-search.js';
import { allOf, NOTHING } from './statement/condition.js';

const NAME = 'TicketSearch';

/** Ticket::TicketSearch: one statement; whatever is wrong or cannot be met finds nothing. */
export function ticketSearch(system: TicketSystem): Operation {
  return defineFamilyOperation({
    type: 'Ticket::TicketSearch',
    summary: 'Finds tickets and answers their ids.',
    description:
      'All criteria have to be met, one value of each list. Invalid parameters and unknown names find nothing; with profile contract, wrong numbers, ids and dynamic fields are errors.',
    effect: 'reads',
    errors: [`${NAME}.AuthFail`, `${NAME}.InvalidParameter`],
    input: ticketSearchInput,
    output: ticketSearchOutput,
    profiles: { contract: ticketSearchContract },
    async run(input, context) {
      // Like every list as body (`docs/compatibility.md`).
      if (!isData(input)) throw new TypeError(`The body of ${NAME} is a list.`);
      const search = await readSearch(input, context, system);
      if (search === undefined) return {};
      const { text, values, isPlannedByValues } = search;
      const hits = await context.database.query<{ id: number }>(text, values, { isPlannedByValues });
      return hits.length === 0 ? {} : { TicketID: hits.map(({ id }) => String(id)) };
    },
  });
}

/** The statement that answers a request; undefined when nothing can be found. */
async function readSearch(
  input: Data,
  context: OperationContext,
  system: TicketSystem,
): Promise<ComposedSearch | undefined> {
  const caller = await authenticateReader(context, NAME);
  const { settings, accounts } = context;
  const sources: SearchSources = {
    input: expandTimeSlots(input),
    catalogue: await system.catalogue.current(),
    settings,
    caller,
    now: context.now(),
    zone: systemTimeZone(settings),
  };
  if (context.binding.profile === 'contract') requireKnownFields(input, sources.catalogue);
  const condition = allOf([
    ...(await permissionConditions(caller, { accounts, catalogue: sources.catalogue, settings })),
    ...criteriaOf(sources.input).flatMap(({ conditions }) => conditions(sources)),
  ]);
  const sort = readSortOrder(sources);
  const limit = readLimit(input.Limit, settings.number('GenericInterface::Operation::TicketSearch###SearchLimit'));
  if (condition === NOTHING || sort === undefined || limit === undefined) return undefined;
  return composeSearch(condition, { sort, limit });
}
