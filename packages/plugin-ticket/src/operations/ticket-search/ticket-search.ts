import { defineFamilyOperation, isData, type Data, type Operation, type OperationContext } from '@ticketgate/sdk';

import { systemTimeZone } from '../../time/system-time-zone.js';
import type { TicketSystem } from '../../ticket-system.js';
import { isFalsy, isText, textOf } from '../../values.js';
import { addArchive } from './conditions/archive.js';
import { addArticleIndex } from './conditions/article-index.js';
import { addCatalogueColumns } from './conditions/catalogue-columns.js';
import { addCreatedColumns } from './conditions/created-columns.js';
import { addDynamicFields } from './conditions/dynamic-fields.js';
import { addPermission } from './conditions/permission.js';
import { addTextColumns } from './conditions/text-columns.js';
import { addTimeWindows } from './conditions/time-windows.js';
import { ticketSearchContract } from './profiles/contract.js';
import { NoHits, SearchStatement } from './search-statement.js';
import { ticketSearchInput, ticketSearchOutput } from './schema.js';
import { addSortOrder } from './sort-order.js';

const CONDITIONS = [
  addTextColumns,
  addCatalogueColumns,
  addCreatedColumns,
  addArticleIndex,
  addTimeWindows,
  addDynamicFields,
  addArchive,
  addSortOrder,
];

/** Ticket::TicketSearch: one statement; whatever cannot be met or understood finds nothing. */
export function ticketSearch(system: TicketSystem): Operation {
  return defineFamilyOperation({
    type: 'Ticket::TicketSearch',
    summary: 'Finds tickets; answers their ids.',
    effect: 'reads',
    errors: ['TicketSearch.AuthFail'],
    input: ticketSearchInput,
    output: ticketSearchOutput,
    profiles: { contract: ticketSearchContract },
    async run(input, context) {
      // Like every list as body (`docs/compatibility.md`).
      if (!isData(input)) throw new TypeError('The body of TicketSearch is a list.');
      const ids = await findTickets(input, context, system);
      return ids.length === 0 ? {} : { TicketID: ids.map(String) };
    },
  });
}

async function findTickets(input: Data, context: OperationContext, system: TicketSystem): Promise<readonly number[]> {
  const caller = await context.caller();
  const { settings, accounts } = context;
  const catalogue = await system.catalogue.current();
  const zone = systemTimeZone(settings);
  const sources = { input, catalogue, settings, now: context.now(), zone, isCustomer: caller.type === 'Customer' };
  try {
    const statement = new SearchStatement();
    await addPermission(caller, { accounts, catalogue }, statement);
    for (const add of CONDITIONS) add(sources, statement);
    const { text, values } = statement.build(
      limitOf(input, settings.number('GenericInterface::Operation::TicketSearch###SearchLimit')),
    );
    const rows = await context.database.query<{ id: number }>(text, values);
    return rows.map(({ id }) => id);
  } catch (error) {
    if (error instanceof NoHits) return [];
    throw error;
  }
}

/** A limit that is given has no maximum; what is no number finds nothing (`docs/compatibility.md`). */
function limitOf(input: Data, fallback: number): number {
  const { Limit: limit } = input;
  if (isFalsy(limit)) return fallback;
  const number = isText(limit) ? Math.ceil(Number(textOf(limit))) : Number.NaN;
  if (!(number > 0)) throw new NoHits();
  return number;
}
