import type { HostAnswers } from '@ticketgate/database/postgres';
import type { Data } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import { commonNames } from './article-schema.js';
import { charsetOf } from './content-type.js';
import type { ArticleRow } from './article-row.js';

/** The members of an article (`docs/compatibility.md`), without `TimeUnit`. */
export function presentArticle(
  row: ArticleRow,
  catalogue: Catalogue,
  host: Pick<HostAnswers, 'article'>,
): Record<string, unknown> {
  const article = asHost(presentMessage(row, catalogue), catalogue, host);
  if (catalogue.channels.byID(row.channelID)?.name !== 'Chat') return article;
  return { ...commonMembers(article), ChatMessageList: row.chat ?? [] };
}

/** The members of an article that articles of all channels have. */
export function commonMembers(article: Data): Data {
  return Object.fromEntries(commonNames.map((name) => [name, article[name]]));
}

/** Gives an article the members that the host answers. */
function asHost(
  article: ReturnType<typeof presentMessage>,
  { channels }: Catalogue,
  { article: { hasVersionFlags, hasChannelName } }: Pick<HostAnswers, 'article'>,
): Record<string, unknown> {
  if (hasVersionFlags && !hasChannelName) return article;
  const { IsEdited, IsDeleted, ...others } = article;
  const flags = hasVersionFlags ? { IsEdited, IsDeleted } : {};
  const channel = hasChannelName ? { CommunicationChannel: channels.byID(article.CommunicationChannelID)?.name } : {};
  return { ...others, ...flags, ...channel };
}

/** A single literal: objects that grow member by member take several times as long. */
function presentMessage(row: ArticleRow, catalogue: Catalogue) {
  const contentType = text(row.contentType);
  const charset = charsetOf(contentType).toLowerCase();
  return {
    ArticleID: row.id,
    TicketID: row.ticketID,
    ArticleNumber: row.position,
    CommunicationChannelID: row.channelID,
    SenderTypeID: String(row.senderTypeID),
    SenderType: catalogue.senderTypes.byID(row.senderTypeID)?.name ?? '',
    IsVisibleForCustomer: row.isVisible,
    CreateTime: row.created,
    CreateBy: row.createBy,
    ChangeTime: row.changed,
    ChangeBy: row.changeBy,
    From: text(row.from),
    To: text(row.to),
    Cc: text(row.cc),
    Bcc: text(row.bcc),
    ReplyTo: text(row.replyTo),
    Subject: text(row.subject),
    Body: text(row.body),
    MessageID: text(row.messageID),
    InReplyTo: text(row.inReplyTo),
    References: text(row.references),
    ContentType: contentType,
    ContentCharset: charset,
    Charset: charset,
    MimeType: /^\w+\/\w+/.exec(contentType)?.[0] ?? '',
    IncomingTime: row.incomingTime ?? 0,
    IsEdited: row.isEdited ? 1 : 0,
    IsDeleted: 0,
  };
}

function text(value: string | null): string {
  return value ?? '';
}
