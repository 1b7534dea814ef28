import { isData, type Data } from '@ticketgate/sdk';
import { listOf, objectWith, text } from '@ticketgate/sdk/schema/words';

import { withArticleIDs } from '../articles/collect-articles.js';
import { CUSTOMER_MEMBERS } from '../permission/customer-rights.js';
import { answerWrite, INCLUDE_OPTIONS } from '../ticket/reading/answer-write.js';
import { isDryRun, looksLikeDryRun, executeDryRun, dryRunOutput } from '../ticket/writing/dry-run.js';
import { isFalsy } from '../request/family-values.js';
import { missing } from '../request/input-errors.js';
import { completeArticle, requireBase64 } from '../request/strict-values.js';
import { defineTicketOperation } from './define-ticket-operation.js';
import { runUpdate } from '../ticket/writing/run-update.js';
import { CREDENTIALS, each, integerOrText, ID, TEXT } from '../columns/member-schemas.js';
import { volatile } from '../columns/ticket-columns.js';
import { ticketWithArticle } from '../ticket/reading/ticket-schema.js';
import { writtenArticle, writtenParts, writtenTicket } from '../ticket/writing/write-schema.js';

/** Ids too with profile contract. */
const AGENT = { type: ['string', 'integer'], description: 'Login of a valid agent.' };

const TICKET = {
  type: 'object',
  minProperties: 1,
  description:
    'The changes. Empty members and 0 change nothing, so nothing can be removed; in profile contract they are errors.',
  properties: {
    ...writtenTicket({
      CustomerUser: 'Login or e-mail address. Without CustomerID, that of this customer is written too.',
      CustomerID: 'Without CustomerUser, the customer user of the ticket is emptied.',
      Queue: 'Moves and unlocks the ticket.',
      State: 'A closed state unlocks; a pending one needs PendingTime.',
      Priority: 'For example 3 normal.',
      Type: 'A valid ticket type.',
      Lock: 'unlock, lock or tmp_lock. Unlocking may reset the owner (Ticket::OwnerResetOnUnlock).',
      Owner: AGENT.description,
    }),
    ...each('Owner Responsible', AGENT),
  },
} as const;

const PARTS = ['Ticket', 'Article', 'DynamicField', 'Attachment'];

const ARTICLE = {
  type: 'object',
  minProperties: 1,
  description: 'An article to add.',
  required: ['Subject', 'Body'],
  properties: {
    ...writtenArticle('TicketUpdate', 'Default: the name of the agent, or of the customer in Ticket.CustomerUser.'),
    To: text('Default for the channel Email: the customer.'),
    ...each('Cc Bcc', TEXT),
  },
} as const;

export const ticketUpdateInput = {
  type: 'object',
  anyOf: [{ required: ['TicketID'] }, { required: ['TicketNumber'] }],
  properties: {
    ...CREDENTIALS,
    TicketID: integerOrText('The ticket, unless TicketNumber is given.'),
    TicketNumber: { type: ['string', 'integer'], description: 'The ticket; wins over TicketID.' },
    ...writtenParts(TICKET, ARTICLE),
  },
} as const;

export const ticketUpdateOutput = objectWith(['TicketID', 'TicketNumber'], {
  TicketID: integerOrText('As it was sent; a number when the ticket was named by TicketNumber.'),
  TicketNumber: TEXT,
  ArticleID: volatile(integerOrText('The new article; with IncludeTicketData else the last one.')),
  ArticleIDs: volatile(listOf(ID, 'Instead of it where there are several.')),
  Ticket: ticketWithArticle,
  DryRun: dryRunOutput,
});

function withArticleDefaults(input: Data): Data {
  if (!isData(input.Article) || Object.keys(input.Article).length === 0) return input;
  const { Article: article } = input;
  const hasType = ['ContentType', 'MimeType', 'Charset'].some((name) => !isFalsy(article[name]));
  return hasType ? input : { ...input, Article: { ...article, ContentType: 'text/plain; charset=utf-8' } };
}

/** Ticket::TicketUpdate: checks the request, drafts all changes in memory, and writes all of them or none. */
export const ticketUpdate = defineTicketOperation({
  type: 'Ticket::TicketUpdate',
  summary: 'Changes a ticket and adds an article, dynamic field values and attachments to it.',
  effect: 'writes',
  hints: { destructive: true },
  // It writes with a statement that is shared with other requests.
  transaction: 'own',
  takesIdempotencyKey: true,
  isTrial: looksLikeDryRun,
  headers: {
    'If-Match': { description: 'The ETag of TicketGet: nothing is written if anybody has changed the ticket since.' },
  },
  errors: ['EmptyRequest', 'MissingParameter', 'AuthFail', 'AccessDenied', 'InvalidParameter', 'PreconditionFailed'],
  input: ticketUpdateInput,
  output: ticketUpdateOutput,
  options: INCLUDE_OPTIONS,
  customerMembers: CUSTOMER_MEMBERS,
  // An article without any type is plain text in utf-8, flags are 0, 1, true or false, ids are integers.
  contract: {
    readInput(input, operation) {
      if (PARTS.every((name) => input[name] === undefined)) {
        throw missing(operation, `Nothing is to be changed; send ${PARTS.join(', ')}, or several of them.`);
      }
      return completeArticle(withArticleDefaults(requireBase64(input, operation)), operation);
    },
    present: (output) => ({
      ...output,
      TicketID: Number(output.TicketID),
      ...(isData(output.Ticket) ? { Ticket: withArticleIDs(output.Ticket) } : {}),
      ...(output.ArticleID === undefined ? {} : { ArticleID: Number(output.ArticleID) }),
    }),
  },
  listAsBody: 'empty',
  examples: [
    {
      summary: 'Closes a ticket with a note.',
      input: {
        TicketID: 2,
        Ticket: { State: 'closed successful' },
        Article: { Subject: 'Done', Body: 'It no longer burns.', ContentType: 'text/plain; charset=utf-8' },
      },
      output: { TicketID: 2, TicketNumber: '2026112210000011', ArticleID: 3 },
    },
  ],
  async run(input, context) {
    if (isDryRun(input, 'TicketUpdate')) return executeDryRun(context, (inside) => runUpdate(input, inside));
    return answerWrite(await runUpdate(input, context), context);
  },
});
