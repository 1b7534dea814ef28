import type { Caller, CustomerUser, Data } from '@ticketgate/sdk';

import { headerLine } from '../../../articles/store/prepare-article.js';
import type { ArticleDraft } from '../../../articles/store/article-draft.js';
import { cutText, isFalsy, textOf, withoutNul } from '../../../values.js';
import type { CheckedArticle } from '../../check-article.js';
import { addressOf } from '../../customer-rights.js';
import type { WriteSources } from '../../write-sources.js';

/** Whom an article is about, as far as the request and the ticket say. */
export interface ArticleParties {
  readonly caller: Caller;
  /** `Ticket.CustomerUser` of the request, `''` without. */
  readonly customerText: string;
  /** That customer, when known. */
  readonly customer: CustomerUser | undefined;
  /** `customerUserID` of the ticket. */
  readonly ticketCustomer: string;
}

/** What `article_data_mime.a_subject` holds. */
const SUBJECT_LENGTH = 3800;

/** Completes a checked article of an update (compatibility: ticket operations 2.5). */
export function draftArticle(article: CheckedArticle, parties: ArticleParties, sources: WriteSources): ArticleDraft {
  const { input } = article;
  const line = (name: string): string => headerLine(textOf(input[name]));
  return {
    senderTypeID: article.senderType.id,
    senderType: article.senderType.name,
    channelID: article.channel.id,
    isVisible: article.isVisible,
    from: headerLine(article.author ?? (line('From') || defaultFrom(parties, sources))),
    to: line('To') || headerLine(defaultTo(input, parties)),
    cc: line('Cc'),
    bcc: line('Bcc'),
    replyTo: '',
    messageID: '',
    inReplyTo: '',
    references: '',
    subject: cutText(line('Subject'), SUBJECT_LENGTH),
    body: withoutNul(textOf(input.Body)),
    contentType: article.contentType,
    historyType: article.historyType,
    historyComment: article.historyComment,
    timeUnit: article.timeUnit,
  };
}

function defaultFrom({ caller, customer, customerText }: ArticleParties, { directory }: WriteSources): string {
  if (caller.type === 'Customer') return customer === undefined ? customerText : addressOf(customer);
  return directory.agentByID(caller.userID)?.fullName ?? '';
}

/** Only where the channel is given by its name. */
function defaultTo(input: Data, { customer, customerText, ticketCustomer }: ArticleParties): string {
  if (isFalsy(input.CommunicationChannel) || textOf(input.CommunicationChannel) !== 'Email') return '';
  return customer === undefined ? customerText || ticketCustomer : addressOf(customer);
}
