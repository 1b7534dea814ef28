import { defineOperation, type Data, type InputOf, type JsonSchema } from '@ticketgate/sdk';
import { flagOrFalse, listOf, objectWith, rowID } from '@ticketgate/sdk/schema/words';

import { collectArticles, selectWholeArticle, withIntegerIDs } from '../articles/collect-articles.js';
import { articleDenied, readableArticles, readSources, type ReadSources } from '../permission/readable-tickets.js';
import { readFieldMembers } from '../dynamic-fields/field-members.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { pickMembers } from '../ticket/reading/pick-members.js';
import { articleMembers, articleSchema } from '../articles/article-schema.js';

/** Articles in one request. */
const MOST_ARTICLES = 1000;

export const articleGetInput = {
  type: 'object',
  required: ['ArticleID'],
  additionalProperties: false,
  properties: {
    ArticleID: {
      ...rowID(),
      type: ['integer', 'array'],
      items: rowID(),
      minItems: 1,
      maxItems: MOST_ARTICLES,
      'x-comma-list': true,
      description: `One, or a list of up to ${MOST_ARTICLES}. If one is unknown or forbidden, all are denied.`,
    },
    Fields: {
      type: 'array',
      items: { type: 'string', enum: articleMembers },
      minItems: 1,
      maxItems: articleMembers.length,
      'x-comma-list': true,
      description: 'Members of articles; ArticleID and TicketID always come. All without it.',
    },
    DynamicFields: flagOrFalse('Include dynamic fields.'),
    Attachments: flagOrFalse('Include the list of attachments.'),
    GetAttachmentContents: flagOrFalse('With the contents of attachments; AttachmentGet sends them without Base64.'),
    HTMLBodyAsAttachment: flagOrFalse('List the HTML of a body among the attachments.'),
  },
} as const;

export const articleGetOutput = objectWith(['Article'], {
  Article: listOf({ ...articleSchema, required: ['ArticleID', 'TicketID'] }),
});

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
    return { Article: await getArticles(input, await readSources(context)) };
  },
});

async function getArticles(input: Input, sources: ReadSources): Promise<readonly Data[]> {
  const articleIDs = [input.ArticleID].flat();
  const ticketIDs = await readableArticles(articleIDs, sources, NAME);
  const request = {
    ids: articleIDs,
    hasAttachments: input.Attachments,
    hasContents: input.GetAttachmentContents,
    hasHtmlBody: input.HTMLBodyAsAttachment,
  };
  const articles = await collectArticles(ticketIDs, request, sources);
  const fields = await readFieldMembers(sources.context, { articles }, input.DynamicFields);
  const byID = new Map(articles.map((each) => [each.id, each]));
  const members = input.Fields && new Set(['ArticleID', 'TicketID', 'DynamicField', 'Attachment', ...input.Fields]);
  return articleIDs.map((id) => {
    const found = byID.get(id);
    if (found === undefined) throw articleDenied(NAME);
    // Copied, since an article that is named twice is answered twice.
    const each = { ...found, article: { ...found.article } };
    return pickMembers(withIntegerIDs(selectWholeArticle(each, fields)), members);
  });
}
