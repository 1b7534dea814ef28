import { defineSettings, isData, isTrue, toText, type Data, type Settings } from '@ticketgate/sdk';
import { text } from '@ticketgate/sdk/schema/words';

import type { Catalogue, DynamicField } from '../catalogue/catalogue.js';
import { ID, TEXT } from '../columns/member-schemas.js';

const names = (title: string, description: string) =>
  ({ title, type: ['string', 'array', 'null'], items: TEXT, description }) as const;

/** Schemas of the options of `Ticket::TicketCreate` and `Ticket::TicketUpdate`. */
export const invokerConfig = {
  RequestTicketFields: names('Members of the ticket', 'Members of TicketGet that are sent.'),
  RequestArticleFields: names(
    'Members of articles',
    'Members of ArticleGet that are sent; Attachment is one of an article.',
  ),
  RequestDynamicFieldsTicket: names('Dynamic fields of the ticket', 'Dynamic fields of tickets that are sent.'),
  RequestDynamicFieldsArticle: names('Dynamic fields of articles', 'Dynamic fields of articles that are sent.'),
  CountLastArticle: {
    ...ID,
    title: 'Number of articles',
    description: 'Above 1: Article is a list of all chosen articles.',
  },
  CustomerVisibility: {
    ...ID,
    title: 'Visible to customers',
    description: '1 or 0: only articles that customers see, or do not see.',
  },
  ArticleSenderType: names('Senders of articles', 'Only articles of these.'),
  CommunicationChannel: names('Channels of articles', 'Only articles of these.'),
  DynamicFieldList: names(
    'Dynamic fields that the answer may set',
    'Values of other fields in the answer are ignored.',
  ),
  TicketIdToDynamicField: {
    ...text('It keeps which ticket the other system made, for later calls.'),
    title: 'Dynamic field for the TicketID of the answer',
  },
} as const;

const TICKET_FIELDS =
  'CustomerUser Lock Owner PendingTime Priority Queue Responsible SLA Service State Title Type'.split(' ');
const ARTICLE_FIELDS =
  'Attachment Body Charset CommunicationChannel ContentType From IsVisibleForCustomer MimeType SenderType Subject TimeUnit'.split(
    ' ',
  );

const DEFAULTS = 'GenericInterface::Invoker::Config';

export const invokerSettings = defineSettings({
  [DEFAULTS]: [
    { Ticket: chosen(TICKET_FIELDS), Article: chosen(ARTICLE_FIELDS) },
    'Members of tickets and articles that an invoker sends whose definition has no list of them.',
  ],
});

function chosen(names: readonly string[]): Data {
  return Object.fromEntries(names.map((name) => [name, 1]));
}

export type InvokerOptions = Readonly<ReturnType<typeof readInvokerOptions>>;

/** Where the definition has no list of members, those of the settings count, and all dynamic fields. */
export function readInvokerOptions(config: Data, settings: Settings, catalogue: Catalogue) {
  const members = settings.get(DEFAULTS);
  const visibility = toText(config.CustomerVisibility);
  const listChosenMembers = (what: string) => listTrue(isData(members) ? members[what] : undefined);
  const listChosenFields = (what: DynamicField['objectType']) =>
    catalogue.dynamicFields.all
      .filter(({ isValid, objectType }) => isValid && objectType === what)
      .map(({ name }) => name);
  return {
    ticketFields: readTextList(config.RequestTicketFields, listChosenMembers('Ticket')),
    articleFields: readTextList(config.RequestArticleFields, listChosenMembers('Article')),
    ticketDynamicFields: readTextList(config.RequestDynamicFieldsTicket, listChosenFields('Ticket')),
    articleDynamicFields: readTextList(config.RequestDynamicFieldsArticle, listChosenFields('Article')),
    sendsAllArticles: /^(?:[2-9]|[1-9]\d+)$/.test(toText(config.CountLastArticle)),
    /** Undefined for all articles. */
    visibility: /^[01]$/.test(visibility) ? Number(visibility) : undefined,
    /** Empty for all articles, like channels. */
    senderTypes: readTextList(config.ArticleSenderType),
    // The family displays its internal channel as "OTOBO".
    channels: readTextList(config.CommunicationChannel).map((name) => (name === 'OTOBO' ? 'Internal' : name)),
    writableFields: readTextList(config.DynamicFieldList),
    /** `''` for none. */
    ticketIDField: toText(config.TicketIdToDynamicField),
  };
}

function listTrue(flags: unknown): readonly string[] {
  return isData(flags) ? Object.keys(flags).filter((name) => isTrue(flags[name])) : [];
}

function readTextList(value: unknown, byDefault: readonly string[] = []): readonly string[] {
  if (value === undefined || value === null) return byDefault;
  return Array.isArray(value) ? value.map(toText) : [toText(value)].filter(isTrue);
}
