import { isData, type Data } from '@ticketgate/sdk';

import { CUSTOMER_MEMBERS } from '../../permission/customer-rights.js';
import { answerWrite, INCLUDE_OPTIONS } from '../../ticket/present/answer-write.js';
import { isDryRun, looksLikeDryRun, executeDryRun } from '../../ticket/dry-run.js';
import { isFalsy } from '../../request/family-values.js';
import { completeArticle, requireBase64 } from '../../request/strict-values.js';
import { defineTicketOperation, type ContractProfile } from '../define-ticket-operation.js';
import { runUpdate } from '../../ticket/update/run-update.js';
import { ticketUpdateInput, ticketUpdateOutput } from './schema.js';

/**
 * The forms of clients of the contract: an article without any type is plain text in utf-8, flags are 0, 1, true or false, ids
 * are integers. That Owner and Responsible may be ids is decided where agents are known.
 */
const ticketUpdateContract: ContractProfile = {
  readInput: (input, operation) => completeArticle(withArticleDefaults(requireBase64(input, operation)), operation),
  present: (output) => ({
    ...output,
    TicketID: Number(output.TicketID),
    ...(output.ArticleID === undefined ? {} : { ArticleID: Number(output.ArticleID) }),
  }),
};

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
    'If-Match': {
      description: 'The ETag of TicketGet: nothing is written if anybody has changed the ticket since.',
    },
  },
  errors: ['EmptyRequest', 'MissingParameter', 'AuthFail', 'AccessDenied', 'InvalidParameter', 'PreconditionFailed'],
  input: ticketUpdateInput,
  output: ticketUpdateOutput,
  options: INCLUDE_OPTIONS,
  customerMembers: CUSTOMER_MEMBERS,
  contract: ticketUpdateContract,
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
