import { defineOperation, type Data, type InputOf } from '@ticketgate/sdk';

import { collectArticles, withFields, type CollectedArticle } from '../../articles/collect-articles.js';
import { articleDenied, readableArticles } from '../../articles/readable-articles.js';
import { withIntegerIDs } from '../../articles/integer-ids.js';
import { dynamicFieldsOf, readDynamicFieldValues } from '../../dynamic-fields/read-values.js';
import type { ReadSources } from '../../permission/readable-tickets.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import { onlyMembers } from '../../ticket/present/some-members.js';
import { withISOTimes } from '../../time/iso-times.js';
import { articleGetInput, articleGetOutput } from './schema.js';

const NAME = 'ArticleGet';

type Input = InputOf<typeof articleGetInput>;

/** Ticket::ArticleGet: articles by their ids. The family does not have it. */
export const articleGet = defineOperation({
  type: 'Ticket::ArticleGet',
  summary: 'Fetches one article or several.',
  description: 'Customers get the articles that they may see.',
  effect: 'reads',
  errors: ['AuthFail', 'MissingParameter', 'InvalidParameter', 'AccessDenied'],
  input: articleGetInput,
  output: articleGetOutput,
  examples: [
    {
      summary: 'Sender and text of an article, with the names of its attachments.',
      input: { ArticleID: 2, Fields: ['From', 'Subject', 'Body'], Attachments: true },
    },
  ],
  async run(input, context: TicketContext) {
    const caller = await context.caller();
    const Article = await readArticles(input, { context, system: context.services, caller });
    return withISOTimes({ Article }, context);
  },
});

async function readArticles(input: Input, sources: ReadSources): Promise<readonly Data[]> {
  const articleIDs = [input.ArticleID].flat();
  const ticketIDs = await readableArticles(articleIDs, sources, NAME);
  const { context, system, caller } = sources;
  const [catalogue, tables] = await Promise.all([system.catalogue.current(), system.tables.current()]);
  const request = {
    articleIDs,
    hasAttachments: input.Attachments,
    hasContents: input.GetAttachmentContents,
    hasHtmlBody: input.HTMLBodyAsAttachment,
  };
  const { database } = context;
  const collected = await collectArticles(ticketIDs, request, { database, catalogue, tables, caller });
  const fields = input.DynamicFields ? dynamicFieldsOf(catalogue, 'Article') : [];
  const objectIDs = collected.map(({ id }) => id);
  const values = await readDynamicFieldValues(database, { fields, objectIDs, catalogue });
  const byID = new Map(collected.map((each) => [each.id, each]));
  const members = input.Fields && new Set(['ArticleID', 'TicketID', 'DynamicField', 'Attachment', ...input.Fields]);
  return articleIDs
    .map((id) => {
      const found = byID.get(id);
      if (found === undefined) throw articleDenied(NAME);
      return found;
    })
    .map((each) => onlyMembers(withIntegerIDs(withFields(copyOf(each), fields, values)), members));
}

/** An article that is named twice is answered twice. */
function copyOf({ article, ...others }: CollectedArticle): CollectedArticle {
  return { ...others, article: { ...article } };
}
