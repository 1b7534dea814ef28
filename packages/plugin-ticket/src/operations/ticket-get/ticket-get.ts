import { groupRows, reply, type Data, type OperationError } from '@ticketgate/sdk';

import { collectArticles, withFields, type CollectedArticle } from '../../articles/collect-articles.js';
import type { DynamicField } from '../../catalogue/catalogue.js';
import { presentDynamicFields } from '../../dynamic-fields/present-values.js';
import { dynamicFieldsOf, readDynamicFieldValues, type DynamicFieldValues } from '../../dynamic-fields/read-values.js';
import { denied } from '../../request/input-errors.js';
import { presentExtendedFields } from '../../ticket/present/extended-fields.js';
import { presentTicket, type TicketFieldSources } from '../../ticket/present/ticket-fields.js';
import type { ReadTicket } from '../../ticket/read-tickets.js';
import { withISOTimes } from '../../time/iso-times.js';
import {
  idsOf,
  loadNamedTickets,
  readingPermission,
  requireReadable,
  type ReadSources,
} from '../../permission/readable-tickets.js';
import { readTicketIDs, type NamedTicket } from '../../request/read-ticket-ids.js';
import { versionTag } from '../../ticket/version-tag.js';
import { ticketFieldSources } from '../../ticket/present/ticket-field-sources.js';
import { defineTicketOperation } from '../define-ticket-operation.js';
import { ticketGetContract } from './profiles/contract.js';
import { readTicketGetRequest, type TicketGetRequest } from './read-request.js';
import { ticketGetInput, ticketGetOutput } from './schema.js';

const NAME = 'TicketGet';

/** Ticket::TicketGet: any number of tickets, each with the requested parts, in at most four statements. */
export const ticketGet = defineTicketOperation({
  type: 'Ticket::TicketGet',
  summary: 'Fetches tickets, with articles, attachments and dynamic fields when they are asked for.',
  effect: 'reads',
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'WrongStructure', 'AccessDenied'],
  input: ticketGetInput,
  output: ticketGetOutput,
  contract: ticketGetContract,
  examples: [
    {
      summary: 'A ticket with its articles and dynamic fields.',
      input: { TicketID: 2, AllArticles: 1, DynamicFields: 1 },
    },
  ],
  async run(input, context) {
    const caller = await context.caller();
    const { presented, tag } = await readTickets(input, { context, system: context.services, caller });
    const answer = withISOTimes({ Ticket: presented }, context);
    return tag === undefined ? answer : reply(answer, { headers: { ETag: tag } });
  },
});

interface Answered {
  readonly presented: readonly Data[];
  /** For a single ticket in profile contract: the family does not answer such a header. */
  readonly tag: string | undefined;
}

async function readTickets(input: Data, sources: ReadSources): Promise<Answered> {
  const named = readTicketIDs(input.TicketID, { operation: NAME, context: sources.context });
  const request = readTicketGetRequest(input, { operation: NAME, settings: sources.context.settings });
  const permission = await readingPermission(sources);
  const loaded = await load(named, request, sources);
  const rows = requireReadable(named, loaded.tickets, { permission, deny });
  const present = await preparePresenting(rows, { ...loaded, request }, sources);
  const byID = new Map<number, Data>();
  const presented = rows.map((row) => {
    const ticket = byID.get(row.id) ?? present(row);
    byID.set(row.id, ticket);
    return ticket;
  });
  const [only] = rows;
  return { presented, tag: only !== undefined && hasTag(named, sources) ? versionTag(only) : undefined };
}

function hasTag(named: readonly NamedTicket[], { context }: ReadSources): boolean {
  return named.length === 1 && context.binding.profile === 'contract';
}

function deny(): OperationError {
  return denied(NAME, 'User does not have access to the ticket!');
}

interface Loaded {
  readonly tickets: ReadonlyMap<number, ReadTicket>;
  readonly articles: readonly CollectedArticle[];
}

/** Tickets and articles are asked for together: whether the caller may see them is known before the answer to either. */
async function load(named: readonly NamedTicket[], request: TicketGetRequest, sources: ReadSources): Promise<Loaded> {
  const { context, system, caller } = sources;
  const { settings, database } = context;
  const ids = idsOf(named);
  const reading = { settings, hasMilestones: request.isExtended, hasLastHistory: hasTag(named, sources) };
  const [catalogue, tables] = await Promise.all([system.catalogue.current(), system.tables.current()]);
  const [tickets, articles] = await Promise.all([
    loadNamedTickets(database, ids, reading),
    request.hasArticles ? collectArticles(ids, request, { database, catalogue, tables, caller }) : [],
  ]);
  return { tickets, articles };
}

/** Reads what the tickets need beside their rows, and gives the function that presents one of them. */
async function preparePresenting(
  rows: readonly ReadTicket[],
  { articles, request }: Loaded & { readonly request: TicketGetRequest },
  { context, system }: ReadSources,
): Promise<(row: ReadTicket) => Data> {
  const sources = await ticketFieldSources(context, system);
  const { catalogue } = sources;
  const hasFields = request.hasDynamicFields;
  const fields: Fields = {
    ticket: hasFields ? dynamicFieldsOf(catalogue, 'Ticket') : undefined,
    article: hasFields && articles.length > 0 ? dynamicFieldsOf(catalogue, 'Article') : [],
  };
  // A field only ever has values of objects of its own type, so tickets and articles can be asked for together.
  const values = await readDynamicFieldValues(context.database, {
    fields: [...(fields.ticket ?? []), ...fields.article],
    objectIDs: [...new Set([...rows, ...articles].map(({ id }) => id))],
    catalogue,
  });
  const byTicket = groupRows(articles, ({ ticketID }) => ticketID);
  return (row) => presentWhole(row, byTicket.get(row.id) ?? [], { fields, values, request, sources });
}

interface Fields {
  /** Undefined when they are not asked for. */
  readonly ticket: readonly DynamicField[] | undefined;
  readonly article: readonly DynamicField[];
}

interface Parts {
  readonly fields: Fields;
  readonly values: DynamicFieldValues;
  readonly request: TicketGetRequest;
  readonly sources: TicketFieldSources;
}

function presentWhole(
  row: ReadTicket,
  articles: readonly CollectedArticle[],
  { fields, values, request, sources }: Parts,
): Data {
  const ticket = presentTicket(row, sources);
  ticket.TimeUnit = row.timeUnit;
  if (request.isExtended) Object.assign(ticket, presentExtendedFields(row, sources));
  if (fields.ticket !== undefined) ticket.DynamicField = presentDynamicFields(fields.ticket, values, row.id);
  if (articles.length > 0) ticket.Article = articles.map((each) => withFields(each, fields.article, values));
  return ticket;
}
