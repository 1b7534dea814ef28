import type { Data } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import { charsetOf } from '../validation/content-type.js';
import type { ArticleRow } from './article-row.js';

/** The members of an article (`docs/compatibility.md`, ticket operations 3.5), without `TimeUnit`. */
export function presentArticle(row: ArticleRow, catalogue: Catalogue): Data {
  const meta = presentMeta(row, catalogue);
  if (catalogue.channels.byID(row.channelID)?.name === 'Chat') return { ...meta, ChatMessageList: row.chat ?? [] };
  const contentType = text(row.contentType);
  const charset = charsetOf(contentType).toLowerCase();
  return {
    ...meta,
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

/** What all articles have, those of chats too. */
function presentMeta(row: ArticleRow, catalogue: Catalogue): Data {
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
  };
}

function text(value: string | null): string {
  return value ?? '';
}
