import { findAnswers, groupRows } from '@ticketgate/database/postgres';
import { type Data, operationError, reply, type LimitScope } from '@ticketgate/sdk';
import { objectsIn, listOf, objectWith } from '@ticketgate/sdk/schema/words';

import {
  collectArticles,
  selectWholeArticle,
  type CollectedArticle,
  withArticleIDs,
} from '../articles/collect-articles.js';
import { readFieldMembers } from '../dynamic-fields/field-members.js';
import { denied, invalid } from '../request/input-errors.js';
import { presentExtendedFields, presentTicket, ticketFieldSources } from '../ticket/reading/ticket-fields.js';
import { readTickets, type ReadTicket, versionTag } from '../ticket/reading/read-tickets.js';
import { listIDs, readSources, requireReadable, type ReadSources } from '../permission/readable-tickets.js';
import { usesInvolvedCheck } from '../permission/agent-checks.js';
import { ticketPermission } from '../permission/ticket-permission.js';
import { readTicketIDs, type RequestedTicket } from '../request/read-ticket-ids.js';
import { isFalsy, isText, toText } from '../request/family-values.js';
import { findWordMistake, readFlags, requireWholeNumber } from '../request/strict-values.js';
import { defineTicketOperation } from './define-ticket-operation.js';
import { requireAtMost } from '../request/limits.js';
import { ticketWithArticles } from '../ticket/reading/ticket-schema.js';
import { CREDENTIALS, ID, integerOrText, zeroOrOne } from '../columns/member-schemas.js';

const ORDERS = ['ASC', 'DESC'] as const;
const SENDERS = ['agent', 'system', 'customer'] as const;

export const ticketGetInput = objectWith(['TicketID'], {
  ...CREDENTIALS,
  TicketID: {
    type: ['integer', 'string', 'array'],
    items: ID,
    description: 'One, several separated by commas, or a list.',
  },
  DynamicFields: zeroOrOne('Include dynamic fields.'),
  Extended: zeroOrOne('Include FirstResponse, FirstLock, Closed and their minutes.'),
  AllArticles: zeroOrOne('Include articles.'),
  ArticleSenderType: {
    type: ['string', 'array'],
    items: { type: 'string', enum: SENDERS },
    description: 'Articles of these only.',
  },
  ArticleOrder: { type: 'string', enum: ORDERS, description: 'Used together with ArticleLimit.' },
  ArticleLimit: integerOrText('Articles per ticket; 0 for all.'),
  Attachments: zeroOrOne('Include attachments of articles.'),
  GetAttachmentContents: zeroOrOne('0 leaves the contents of attachments out.'),
  HTMLBodyAsAttachment: zeroOrOne('List the HTML of a body among the attachments.'),
});

export const ticketGetOutput = objectWith(['Ticket'], { Ticket: listOf(ticketWithArticles) });

const NAME = 'TicketGet';

const FLAGS = Object.entries(ticketGetInput.properties).flatMap(([name, { type }]) =>
  [type].flat().some((each) => each === 'boolean') ? [name] : [],
);

/** In the family, an unknown order is ignored, and an unknown sender has no articles. */
function findMistakenWords({ ArticleOrder, ArticleSenderType }: Data): string | undefined {
  const senders = [ArticleSenderType ?? []].flat().map((sender) => ['ArticleSenderType', sender, SENDERS] as const);
  const words = ArticleOrder === undefined ? senders : [['ArticleOrder', ArticleOrder, ORDERS] as const, ...senders];
  return words.map(([name, word, known]) => findWordMistake(name, toText(word), known)).find(Boolean);
}

/** Ticket::TicketGet: any number of tickets, each with the requested parts, in at most four statements. */
export const ticketGet = defineTicketOperation({
  type: 'Ticket::TicketGet',
  summary: 'Fetches tickets, with articles, attachments and dynamic fields when they are asked for.',
  effect: 'reads',
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'WrongStructure', 'AccessDenied'],
  input: ticketGetInput,
  output: ticketGetOutput,
  // Booleans in any of their forms and whole numbers; all ids are answered as integers.
  contract: {
    readInput(input, operation) {
      const mistake = findMistakenWords(input);
      if (mistake !== undefined) throw invalid(operation, mistake);
      return readFlags(requireWholeNumber(input, 'ArticleLimit', operation), FLAGS, operation);
    },
    present: (output) => ({ ...output, Ticket: objectsIn(output.Ticket).map(withArticleIDs) }),
  },
  examples: [
    {
      summary: 'A ticket with its articles and dynamic fields.',
      input: { TicketID: 2, AllArticles: 1, DynamicFields: 1 },
    },
  ],
  async run(input, context) {
    const { presented, tag } = await answerTickets(input, await readSources(context));
    const answer = { Ticket: presented };
    return tag === undefined ? answer : reply(answer, { headers: { ETag: tag } });
  },
});

/** Whole numbers; in one text, commas may have spaces around them. */
const WHOLE = /^[1-9]\d*(?:,[1-9]\d*)*$/;
const SEVERAL = /^[1-9]\d*(?:\s*,\s*[1-9]\d*)*$/;

async function answerTickets(input: Data, sources: ReadSources) {
  const { requiresWholeTicketIDs } = findAnswers(sources.context.binding.profile);
  // In Perl, true is 1.
  const isOne = requiresWholeTicketIDs && input.TicketID === true;
  const named = readTicketIDs(isOne ? 1 : input.TicketID, NAME, sources.context);
  const form = Array.isArray(input.TicketID) ? WHOLE : SEVERAL;
  if (requiresWholeTicketIDs && !form.test(named.map(({ text }) => text).join(',')))
    throw operationError(NAME, 'WrongStructure', 'Invalid ticket ID parameter(s) found!');
  const request = readTicketGetRequest(input, { operation: NAME, settings: sources.context.settings });
  const permission = await ticketPermission(sources);
  const loaded = await loadTickets(named, request, sources);
  const deny = () => denied(NAME, 'User does not have access to the ticket!');
  const rows = requireReadable(named, loaded.tickets, { permission, deny });
  const present = await preparePresenting(rows, { ...loaded, request }, sources);
  const byID = new Map<number, Data>();
  const presented = rows.map((row) => {
    const ticket = byID.get(row.id) ?? present(row);
    byID.set(row.id, ticket);
    return ticket;
  });
  const [only] = rows;
  // For a single ticket in profile contract: the family does not answer such a header.
  return { presented, tag: only !== undefined && hasTag(named, sources) ? versionTag(only) : undefined };
}

function hasTag(named: readonly RequestedTicket[], { context }: ReadSources): boolean {
  return named.length === 1 && context.binding.profile === 'contract';
}

/** Reads tickets and articles concurrently; permissions are checked before anything is answered. */
async function loadTickets(named: readonly RequestedTicket[], request: TicketGetRequest, sources: ReadSources) {
  const { database, settings } = sources.context;
  const hasInvolved = usesInvolvedCheck(settings);
  const ids = listIDs(named);
  const reading = { hasInvolved, hasMilestones: request.isExtended, hasLastHistory: hasTag(named, sources) };
  const [tickets, articles] = await Promise.all([
    readTickets(database, ids, reading),
    request.hasArticles ? collectArticles(ids, request, sources) : [],
  ]);
  return { tickets, articles };
}

/** Reads further data of the tickets, and returns a function that presents one of them. */
async function preparePresenting(
  rows: readonly ReadTicket[],
  { articles, request }: { readonly articles: readonly CollectedArticle[]; readonly request: TicketGetRequest },
  { context }: ReadSources,
): Promise<(row: ReadTicket) => Data> {
  const sources = await ticketFieldSources(context);
  const fields = await readFieldMembers(context, { tickets: rows, articles }, request.hasDynamicFields);
  const byTicket = groupRows(articles, ({ ticketID }) => ticketID);
  return (row) => {
    const ticket = presentTicket(row, sources);
    ticket.TimeUnit = row.timeUnit;
    if (request.isExtended) Object.assign(ticket, presentExtendedFields(row, sources));
    Object.assign(ticket, fields.ofTicket(row.id));
    const ofTicket = byTicket.get(row.id);
    if (ofTicket !== undefined) ticket.Article = ofTicket.map((article) => selectWholeArticle(article, fields));
    return ticket;
  };
}

type TicketGetRequest = ReturnType<typeof readTicketGetRequest>;

/** Reads the options of TicketGet (`docs/compatibility.md`). */
function readTicketGetRequest(input: Data, scope: LimitScope) {
  const limit = toLimit(input.ArticleLimit);
  const contents = input.GetAttachmentContents;
  return {
    hasDynamicFields: !isFalsy(input.DynamicFields),
    isExtended: !isFalsy(input.Extended),
    hasArticles: !isFalsy(input.AllArticles),
    senderTypes: readSenderTypes(input.ArticleSenderType, scope),
    // The order counts only with a limit.
    isReversed: limit !== undefined && input.ArticleOrder === 'DESC',
    limit,
    hasAttachments: !isFalsy(input.Attachments),
    hasContents: contents === undefined || contents === null || !isFalsy(contents),
    hasHtmlBody: !isFalsy(input.HTMLBodyAsAttachment),
  };
}

/** An invalid number allows no articles. */
function toLimit(value: unknown): number | undefined {
  if (isFalsy(value)) return undefined;
  const limit = Math.floor(Number(toText(value))) || 0;
  return Math.min(Math.max(0, limit), Number.MAX_SAFE_INTEGER);
}

function readSenderTypes(value: unknown, scope: LimitScope): readonly string[] | undefined {
  if (isFalsy(value)) return undefined;
  if (isText(value)) return [toText(value)];
  if (!Array.isArray(value)) return undefined;
  // A type that is named twice gives its articles twice.
  requireAtMost('SenderTypes', { what: 'ArticleSenderType', count: value.length }, scope);
  return value.map(toText);
}
