import { answersOf } from '@ticketgate/database/postgres';
import { defineOperation, type Data, type InputOf, type JsonSchema } from '@ticketgate/sdk';

import { collectArticles, selectWholeArticle, type CollectedArticle } from '../../articles/collect-articles.js';
import { articleDenied, readableArticles } from '../../articles/readable-articles.js';
import { withIntegerIDs } from '../../articles/integer-ids.js';
import { NO_FIELD_MEMBERS, readFieldMembers } from '../../dynamic-fields/field-members.js';
import { readSources, type ReadSources } from '../../permission/readable-tickets.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import { pickMembers } from '../../ticket/present/pick-members.js';
import { withISOTimes } from '../../columns/iso-times.js';
import { articleGetInput, articleGetOutput } from './schema.js';

const NAME = 'ArticleGet';
/** The compiler does not know what presenters make of rows. */
const OUTPUT: JsonSchema = articleGetOutput;

type Input = InputOf<typeof articleGetInput>;

/** Ticket::ArticleGet: articles by their ids. The family does not have it. */
export const articleGet = defineOperation({
  type: 'Ticket::ArticleGet',
  summary: 'Fetches one article or several.',
  description: 'Customers get the articles that they may see.',
  effect: 'reads',
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'AccessDenied'],
  input: articleGetInput,
  output: OUTPUT,
  examples: [
    {
      summary: 'Sender and text of an article, with the names of its attachments.',
      input: { ArticleID: 2, Fields: ['From', 'Subject', 'Body'], Attachments: true },
    },
  ],
  async run(input, context: TicketContext) {
    return withISOTimes({ Article: await readArticles(input, await readSources(context)) }, context);
  },
});

async function readArticles(input: Input, sources: ReadSources): Promise<readonly Data[]> {
  const articleIDs = [input.ArticleID].flat();
  const ticketIDs = await readableArticles(articleIDs, sources, NAME);
  const { context, catalogue } = sources;
  const request = {
    articleIDs,
    hasAttachments: input.Attachments,
    hasContents: input.GetAttachmentContents,
    hasHtmlBody: input.HTMLBodyAsAttachment,
  };
  const articles = await collectArticles(ticketIDs, request, sources);
  const fields = input.DynamicFields
    ? await readFieldMembers(context.database, { articles }, { catalogue, answers: answersOf(context.binding.profile) })
    : NO_FIELD_MEMBERS;
  const byID = new Map(articles.map((each) => [each.id, each]));
  const members = input.Fields && new Set(['ArticleID', 'TicketID', 'DynamicField', 'Attachment', ...input.Fields]);
  return articleIDs
    .map((id) => {
      const found = byID.get(id);
      if (found === undefined) throw articleDenied(NAME);
      return found;
    })
    .map((each) => pickMembers(withIntegerIDs(selectWholeArticle(copyOf(each), fields)), members));
}

/** An article that is named twice is answered twice. */
function copyOf({ article, ...others }: CollectedArticle): CollectedArticle {
  return { ...others, article: { ...article } };
}
