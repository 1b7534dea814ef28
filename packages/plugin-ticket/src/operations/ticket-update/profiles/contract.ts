import { isData, type Data } from '@ticketgate/sdk';

import { isFalsy } from '../../../request/family-values.js';
import { completeArticle, requireBase64 } from '../../../request/strict-values.js';
import type { ContractProfile } from '../../define-ticket-operation.js';

/**
 * The forms of clients of the contract: an article without any type is plain text in utf-8, flags are 0, 1, true or false, ids
 * are integers. That Owner and Responsible may be ids is decided where agents are known.
 */
export const ticketUpdateContract: ContractProfile = {
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
