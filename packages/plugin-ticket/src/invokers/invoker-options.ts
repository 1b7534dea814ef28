import { isTrue, textOf, type Data } from '@ticketgate/sdk';

const TICKET_FIELDS = [
  'CustomerUser',
  'Lock',
  'Owner',
  'PendingTime',
  'Priority',
  'Queue',
  'Responsible',
  'SLA',
  'Service',
  'State',
  'Title',
  'Type',
];
const ARTICLE_FIELDS = [
  'Body',
  'Charset',
  'CommunicationChannel',
  'ContentType',
  'From',
  'IsVisibleForCustomer',
  'MimeType',
  'SenderType',
  'Subject',
];

/** The options of an invoker of type `Ticket::TicketCreate` or `Ticket::TicketUpdate`. */
export interface InvokerOptions {
  /** Names of the sent members of the ticket and its articles. */
  readonly ticketFields: readonly string[];
  readonly articleFields: readonly string[];
  readonly ticketDynamicFields: readonly string[];
  readonly articleDynamicFields: readonly string[];
  /** Whether `Article` has all articles instead of only the newest one. */
  readonly sendsAllArticles: boolean;
  /** `IsVisibleForCustomer` of sent articles, 1 or 0; undefined for all articles. */
  readonly visibility: number | undefined;
  /** Names of sender types and channels of sent articles; empty for all articles. */
  readonly senderTypes: readonly string[];
  readonly channels: readonly string[];
  /** Names of dynamic fields that the response may set. */
  readonly writableFields: readonly string[];
  /** The dynamic field for the TicketID of the response; `''` for none. */
  readonly ticketIDField: string;
}

const VISIBILITIES: ReadonlyMap<string, number> = new Map([
  ['0', 0],
  ['1', 1],
]);

export function readInvokerOptions(config: Data): InvokerOptions {
  return {
    ticketFields: listOf(config.RequestTicketFields, TICKET_FIELDS),
    articleFields: listOf(config.RequestArticleFields, ARTICLE_FIELDS),
    ticketDynamicFields: listOf(config.RequestDynamicFieldsTicket, []),
    articleDynamicFields: listOf(config.RequestDynamicFieldsArticle, []),
    sendsAllArticles: /^(?:[2-9]|[1-9]\d+)$/.test(textOf(config.CountLastArticle)),
    visibility: VISIBILITIES.get(textOf(config.CustomerVisibility)),
    senderTypes: listOf(config.ArticleSenderType, []),
    // The family displays its internal channel as "OTOBO".
    channels: listOf(config.CommunicationChannel, []).map((name) => (name === 'OTOBO' ? 'Internal' : name)),
    writableFields: listOf(config.DynamicFieldList, []),
    ticketIDField: textOf(config.TicketIdToDynamicField),
  };
}

function listOf(value: unknown, byDefault: readonly string[]): readonly string[] {
  if (value === undefined || value === null) return byDefault;
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)].filter(isTrue);
}
