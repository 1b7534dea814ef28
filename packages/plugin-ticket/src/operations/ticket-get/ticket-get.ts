import {
  defineFamilyOperation,
  isData,
  OperationError,
  type Data,
  type Operation,
  type OperationContext,
} from '@ticketgate/sdk';

import { presentDynamicFields } from '../../dynamic-fields/present-values.js';
import { dynamicFieldsOf, readDynamicFieldValues } from '../../dynamic-fields/read-values.js';
import { ticketPermission } from '../../permission/ticket-permission.js';
import type { TicketSystem } from '../../ticket-system.js';
import { presentTicket } from '../../tickets/ticket-fields.js';
import { loadTickets, type TicketRow } from '../../tickets/ticket-row.js';
import { systemTimeZone } from '../../time/system-time-zone.js';
import { loadExtendedFields } from '../../tickets/extended-fields.js';
import { readTicketIDs, type NamedTicket } from '../read-ticket-ids.js';
import { collectArticles } from './collect-articles.js';
import { ticketGetContract } from './profiles/contract.js';
import { readTicketGetRequest, type TicketGetRequest } from './read-request.js';
import { ticketGetInput, ticketGetOutput } from './schema.js';

/** Ticket::TicketGet: any number of tickets, each with what is asked for, in a fixed number of statements. */
export function ticketGet(system: TicketSystem): Operation {
  return defineFamilyOperation({
    type: 'Ticket::TicketGet',
    summary: 'Fetches tickets, with articles, attachments and dynamic fields when they are asked for.',
    effect: 'reads',
    errors: ['AuthFail', 'MissingParameter', 'WrongStructure', 'AccessDenied'].map((reason) => `TicketGet.${reason}`),
    input: ticketGetInput,
    output: ticketGetOutput,
    profiles: { contract: ticketGetContract },
    async run(input, context) {
      // Like every list as body (`docs/compatibility.md`).
      if (!isData(input)) throw new TypeError('The body of TicketGet is a list.');
      const caller = await context.caller();
      const named = readTicketIDs(input.TicketID, 'TicketGet');
      const catalogue = await system.catalogue.current();
      const rows = await loadAllowed(named, { context, system });
      const request = readTicketGetRequest(input);
      const present = await preparePresenting([...new Map(rows.map((row) => [row.id, row])).values()], request, {
        context,
        system,
      });
      const articles = request.hasArticles
        ? await collectArticles([...new Set(rows.map(({ id }) => id))], {
            database: context.database,
            catalogue,
            caller,
            request,
          })
        : undefined;
      return {
        Ticket: rows.map((row) => {
          const list = articles?.get(row.id) ?? [];
          return { ...present(row), ...(list.length === 0 ? {} : { Article: list }) };
        }),
      };
    },
  });
}

interface ReadSources {
  readonly context: OperationContext;
  readonly system: TicketSystem;
}

/** All tickets that were named, in their order; one that is unknown or forbidden denies the whole request. */
async function loadAllowed(
  named: readonly NamedTicket[],
  { context, system }: ReadSources,
): Promise<readonly TicketRow[]> {
  const { accounts, settings, database } = context;
  const ids = named.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const [tickets, catalogue, caller] = await Promise.all([
    loadTickets(database, ids),
    system.catalogue.current(),
    context.caller(),
  ]);
  const permission = await ticketPermission(caller, { accounts, catalogue, settings });
  return named.map(({ id }) => {
    const row = id === undefined ? undefined : tickets.get(id);
    if (row !== undefined && permission.allows({ ...row, responsibleID: row.responsibleID ?? 1 }, 'ro')) return row;
    throw new OperationError('TicketGet.AccessDenied', 'TicketGet: User does not have access to the ticket!');
  });
}

/** Reads what all tickets need beside their rows, and gives the function that presents one of them. */
async function preparePresenting(
  rows: readonly TicketRow[],
  request: TicketGetRequest,
  { context, system }: ReadSources,
): Promise<(row: TicketRow) => Data> {
  const { database, settings } = context;
  const catalogue = await system.catalogue.current();
  const directory = await context.accounts.directory();
  const sources = { catalogue, directory, settings, now: context.now(), zone: systemTimeZone(settings) };
  const fields = request.hasDynamicFields ? dynamicFieldsOf(catalogue, 'Ticket') : [];
  const objectIDs = rows.map(({ id }) => id);
  const [values, extended] = await Promise.all([
    readDynamicFieldValues(database, { fields, objectIDs, catalogue }),
    request.isExtended ? loadExtendedFields(database, rows, sources) : undefined,
  ]);
  return (row) => ({
    ...presentTicket(row, sources),
    TimeUnit: row.timeUnit,
    ...extended?.get(row.id),
    ...(request.hasDynamicFields ? { DynamicField: presentDynamicFields(fields, values, row.id) } : {}),
  });
}
