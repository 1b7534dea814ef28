import type { JsonSchema } from '@ticketgate/sdk';
import { listOf, objectWith, text } from '@ticketgate/sdk/schema/words';

import { ARTICLE_DEFAULTS, type WritingOperation } from '../../articles/article-settings.js';
import { each, integerOrText, ID, TEXT, numberOrText, zeroOrOne } from '../../columns/member-schemas.js';
import { CUSTOMER_ID_LENGTH, CUSTOMER_USER_LENGTH, SENT_TEXTS, type SentMember } from '../../columns/ticket-columns.js';
import { dryRunInput } from './dry-run.js';

/** A member that names an entry, and its twin with the id. */
function twins<const Name extends string>(name: Name, description: string) {
  return { ...each(name, text(description)), ...each(`${name}ID`, integerOrText(`Wins over ${name}.`)) };
}

const PENDING_TIME = {
  description:
    'Until when a pending state waits: minutes from now, or a date and time in the system time zone. Used with pending states.',
  oneOf: [
    {
      type: 'object',
      required: ['Diff'],
      additionalProperties: false,
      properties: { Diff: integerOrText('Minutes from now.') },
    },
    objectWith(['Year', 'Month', 'Day', 'Hour', 'Minute'], each('Year Month Day Hour Minute', ID)),
    objectWith(['String'], { String: text('YYYY-MM-DD HH:MM:SS.') }),
  ],
} as const;

type DescribedMember = 'CustomerUser' | 'CustomerID' | 'Queue' | 'State' | 'Priority' | 'Type' | 'Lock' | 'Owner';

/** The members of `Ticket` in requests that write; `means` says what some of them mean for an operation. */
export function writtenTicket(means: Readonly<Record<DescribedMember, string>>) {
  return {
    // `SentMember` has the same names from the same table.
    ...(Object.fromEntries(SENT_TEXTS.map(({ member, description }) => [member, text(description)])) as Readonly<
      Record<SentMember, ReturnType<typeof text>>
    >),
    CustomerUser: { ...text(means.CustomerUser), maxLength: CUSTOMER_USER_LENGTH },
    CustomerID: { ...text(means.CustomerID), maxLength: CUSTOMER_ID_LENGTH },
    ...twins('Queue', means.Queue),
    ...twins('State', means.State),
    PendingTime: PENDING_TIME,
    ...twins('Priority', means.Priority),
    ...twins('Type', means.Type),
    ...twins('Lock', means.Lock),
    ...twins('Service', 'Full name of a service that the customer user may use.'),
    ...twins('SLA', 'An SLA of the service.'),
    ...twins('Owner', means.Owner),
    ...twins('Responsible', 'Login of a valid agent.'),
  } as const;
}

const AGENT_IDS = {
  description: 'Ids of valid agents; checked, without further effect.',
  anyOf: [ID, listOf(ID)],
} as const;

/** The members of `Article` in requests that write; `from` is what From is by default. */
export function writtenArticle(operation: WritingOperation, from: string) {
  const { AutoResponseType, HistoryType, HistoryComment } = ARTICLE_DEFAULTS[operation];
  return {
    Subject: TEXT,
    Body: text('Text, or HTML where the content type says so.'),
    ContentType: text('For example text/plain; charset=utf-8. This, or MimeType and Charset, is required.'),
    MimeType: text('For example text/html.'),
    Charset: text('For example utf-8.'),
    CommunicationChannel: { ...text('Default Internal.'), enum: ['Email', 'Internal', 'Phone'] },
    CommunicationChannelID: integerOrText('Used when there is no CommunicationChannel.'),
    IsVisibleForCustomer: zeroOrOne('Default 1.'),
    ...twins('SenderType', 'agent, system or customer. Default agent, customer for customers.'),
    From: text(from),
    AutoResponseType: text(`Default ${AutoResponseType}. Nothing is sent.`),
    HistoryType: text(`Default ${HistoryType}.`),
    HistoryComment: text(`Default ${HistoryComment}.`),
    TimeUnit: numberOrText('Time to account.'),
    ArticleSend: zeroOrOne(
      'Sends the article as an e-mail: over the server of SendmailModule::Host, or in profile znuny by the daemon of a Znuny that Ticketgate is attached to. Refused where there is neither; without effect in profiles otobo and otrs.',
    ),
    AppendSignatureToBody: zeroOrOne('Default 1: an e-mail ends with the signature of its queue.'),
    NoAgentNotify: zeroOrOne('Only 1 is allowed; without effect.'),
    ...each('ForceNotificationToUserID ExcludeNotificationToUserID ExcludeMuteNotificationToUserID', AGENT_IDS),
  } as const;
}

/** The members of requests that write a ticket. */
export function writtenParts<const Ticket, const Article>(ticket: Ticket, article: Article) {
  return {
    Ticket: ticket,
    Article: article,
    DynamicField: dynamicFieldInput,
    Attachment: attachmentInput,
    DryRun: dryRunInput,
  } as const;
}

export function oneOrMore<const Item extends JsonSchema>(item: Item, description: string) {
  return { description, anyOf: [item, { type: 'array', minItems: 1, items: item }] } as const;
}

const dynamicFieldInput = oneOrMore(
  objectWith(['Name', 'Value'], {
    Name: text('A valid field of tickets; of articles only together with Article.'),
    Value: {
      type: ['string', 'number', 'array', 'null'],
      items: { type: ['string', 'number'] },
      description: 'An empty text clears the field, and with profile contract null.',
    },
  }),
  'Values to set, in this order.',
);

const attachmentInput = oneOrMore(
  objectWith(['Content', 'ContentType', 'Filename'], {
    Content: { ...text('Base64. With profile contract, an empty text is an empty file.'), contentEncoding: 'base64' },
    ContentType: TEXT,
    Filename: TEXT,
    ContentID: TEXT,
    ContentAlternative: TEXT,
    Disposition: text('attachment or inline.'),
  }),
  'Attachments of Article.',
);
