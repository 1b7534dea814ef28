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

/** Keys of an invoker of type `Ticket::TicketCreate` or `Ticket::TicketUpdate` besides the common ones. */
export interface InvokerOptions {
  /** Members of the ticket and its articles to be sent; without the key, the defaults. */
  readonly ticketFields: readonly string[];
  readonly articleFields: readonly string[];
  readonly ticketDynamicFields: readonly string[];
  readonly articleDynamicFields: readonly string[];
  /** Whether all articles are sent at the top level instead of only the newest one. */
  readonly sendsAllArticles: boolean;
  /** 1 or 0; undefined for both. */
  readonly visibility: number | undefined;
  /** By name; empty for all. */
  readonly senderTypes: readonly string[];
  readonly channels: readonly string[];
  /** Dynamic fields that the answer may set. */
  readonly writable: readonly string[];
  /** The dynamic field for the TicketID of the answer; `''` for none. */
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
    // The family shows its internal channel under a different name.
    channels: listOf(config.CommunicationChannel, []).map((name) => (name === 'OTOBO' ? 'Internal' : name)),
    writable: listOf(config.DynamicFieldList, []),
    ticketIDField: textOf(config.TicketIdToDynamicField),
  };
}

function listOf(value: unknown, missing: readonly string[]): readonly string[] {
  if (value === undefined || value === null) return missing;
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)].filter(isTrue);
}
