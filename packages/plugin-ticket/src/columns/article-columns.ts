import { listKeys } from '@ticketgate/sdk';
import { HOSTS, type HostAnswers } from '@ticketgate/database/postgres';
import { integer, listOf, looseObject, text, textOrNull } from '@ticketgate/sdk/schema/words';

import { findCharset } from '../articles/content-type.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import { columnsWith, compilePresenter, collectSchemas, type RowOf } from './columns.js';
import { each, integerOrText, INTEGER, TEXT, TIME } from './member-schemas.js';

/** An id that the family answers as a text. */
export const TEXT_ID = integerOrText('A text; an integer with profile contract.');

const BIT = { type: 'integer', enum: [0, 1] } as const;
const CHAT_MESSAGE = looseObject({
  ...each('ID ChatterID', TEXT_ID),
  ...each('ChatterName ChatterType MessageText', textOrNull()),
  SystemGenerated: { type: ['integer', 'boolean', 'null'] },
  CreateTime: TIME,
});

const column = columnsWith<Catalogue>();

/** What articles of all channels have: columns of `article`. */
const COMMON = {
  id: column('bigint', 'c.id', { ArticleID: [INTEGER] }),
  ticketID: column('bigint', 'c.ticket_id', { TicketID: [INTEGER] }),
  /** Among all articles of the ticket. */
  position: column('int', undefined, { ArticleNumber: [integer('Its place in the ticket, from 1.')] }),
  channelID: column('int', 'c.communication_channel_id', {
    CommunicationChannelID: [INTEGER],
    CommunicationChannel: [
      text('The name of its channel; only with profile znuny.'),
      (id, { channels }) => channels.byID(id)?.name,
      'hasChannelName',
    ],
  }),
  senderTypeID: column('int', 'c.article_sender_type_id', {
    SenderTypeID: [TEXT_ID, String],
    SenderType: [text('agent, system or customer.'), (id, { senderTypes }) => senderTypes.byID(id)?.name ?? ''],
  }),
  isVisible: column('int', 'c.is_visible_for_customer', { IsVisibleForCustomer: [BIT] }),
  created: column('timestamp', 'c.create_time', { CreateTime: [TIME] }),
  createBy: column('int', 'c.create_by', { CreateBy: [INTEGER] }),
  changed: column('timestamp', 'c.change_time', { ChangeTime: [TIME] }),
  changeBy: column('int', 'c.change_by', { ChangeBy: [INTEGER] }),
};

const HEADER = textOrNull('Null for a mail without it.');

/** What messages have: columns of `article_data_mime`, and what hosts differ in. */
const MESSAGE = {
  from: column('text?', 'm.a_from', { From: [TEXT, orEmpty] }),
  to: column('text?', 'm.a_to', { To: [TEXT, orEmpty] }),
  cc: column('text?', 'm.a_cc', { Cc: [HEADER] }),
  bcc: column('text?', 'm.a_bcc', { Bcc: [HEADER] }),
  replyTo: column('text?', 'm.a_reply_to', { ReplyTo: [HEADER] }),
  subject: column('text?', 'm.a_subject', { Subject: [TEXT, orEmpty] }),
  body: column('text?', 'm.a_body', { Body: [TEXT, orEmpty] }),
  messageID: column('text?', 'm.a_message_id', { MessageID: [TEXT, orEmpty] }),
  inReplyTo: column('text?', 'm.a_in_reply_to', { InReplyTo: [HEADER] }),
  references: column('text?', 'm.a_references', { References: [HEADER] }),
  contentType: column('text?', 'm.a_content_type', {
    ContentType: [HEADER],
    ContentCharset: [TEXT, lowerCharset],
    Charset: [TEXT, lowerCharset],
    MimeType: [TEXT, (type) => /^\w+\/\w+/.exec(type ?? '')?.[0] ?? ''],
  }),
  incomingTime: column('int?', 'm.incoming_time', {
    IncomingTime: [integer('Seconds since 1970.'), (time) => time ?? 0],
  }),
  isEdited: column('boolean', undefined, {
    IsEdited: [BIT, Number, 'hasVersionFlags'],
    IsDeleted: [{ type: 'integer', const: 0 }, () => 0, 'hasVersionFlags'],
  }),
};

const CHAT = {
  chat: column('json?', undefined, { ChatMessageList: [listOf(CHAT_MESSAGE), (messages) => messages ?? []] }),
};

/** The columns of an article: those of all articles, of messages and of chats. */
export const ARTICLE = { ...COMMON, ...MESSAGE, ...CHAT };

/** An article as it is stored. */
export interface ArticleRow extends RowOf<typeof ARTICLE> {
  readonly timeUnit: number;
}

/** The schemas of the members that columns give to an article. */
export const articleMemberSchemas = collectSchemas(ARTICLE);

/** The members that articles of all channels have. */
export const commonNames = listKeys(collectSchemas(COMMON)).filter((name) => name !== 'CommunicationChannel');

type Present = (row: ArticleRow, catalogue: Catalogue) => Record<string, unknown>;

/** Presents the members that articles of all channels have. */
export const presentCommon: Present = compilePresenter(COMMON);
const presentChat: Present = compilePresenter({ ...COMMON, ...CHAT });
const MESSAGES: ReadonlyMap<HostAnswers['article'], Present> = new Map(
  HOSTS.map(({ answers: { article } }) => [article, compilePresenter({ ...COMMON, ...MESSAGE }, article)]),
);

/** The members of an article (`docs/compatibility.md`), without `TimeUnit`. */
export function presentArticle(
  row: ArticleRow,
  catalogue: Catalogue,
  { article: host }: Pick<HostAnswers, 'article'>,
): Record<string, unknown> {
  const isChat = catalogue.channels.byID(row.channelID)?.name === 'Chat';
  const present = isChat ? presentChat : (MESSAGES.get(host) ?? presentCommon);
  return present(row, catalogue);
}

export function orEmpty(value: string | null): string {
  return value ?? '';
}

function lowerCharset(contentType: string | null): string {
  return findCharset(contentType ?? '').toLowerCase();
}
