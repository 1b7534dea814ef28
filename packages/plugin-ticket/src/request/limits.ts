import { defineLimits } from '@ticketgate/sdk';

/** Limits of single requests, which ordinary clients do not reach. The family has none. */
export const { limitSettings, nameSetting, readMost, requireAtMost } = defineLimits('Ticketgate::Limit', {
  Addresses: { most: 1_000, unit: 'addresses', description: 'Most addresses in a line such as From.' },
  Articles: { most: 100, unit: 'entries', description: 'Most articles of a create or an update.' },
  Attachments: {
    most: 1_000,
    unit: 'entries',
    description: 'Most attachments of a request, and most images within an HTML body.',
  },
  BodyLength: {
    most: 20_000_000,
    unit: 'characters',
    description: 'Characters of the body of an article. Attachments may have more.',
  },
  CustomerUserLength: {
    most: 1_000,
    unit: 'characters',
    description: 'Most characters of the CustomerUser of a create or an update: a login, or addresses.',
  },
  DynamicFields: {
    most: 1_000,
    unit: 'entries',
    description: 'Most entries of DynamicField in a create or an update.',
  },
  HtmlSeconds: { most: 5, unit: 'seconds', description: 'Most seconds for reading an HTML body as text.' },
  ListEntries: {
    most: 10_000,
    unit: 'entries',
    description: 'Most entries of any other list, for example ids of tickets or values of a search.',
  },
  RepeatedIDs: {
    most: 100,
    unit: 'repeated ids',
    description: 'Most repeated entries of TicketID; each is answered again.',
  },
  SearchFields: { most: 50, unit: 'entries', description: 'Most entries of DynamicField in a search.' },
  SearchHits: { most: 10_000, unit: 'tickets', description: 'Highest Limit of a TicketSearch with profile contract.' },
  SearchTerms: { most: 250, unit: 'terms', description: 'Most terms in the conditions of one search parameter.' },
  SearchTextLength: { most: 10_000, unit: 'characters', description: 'Most characters of a text in a search.' },
  SenderTypes: { most: 10, unit: 'entries', description: 'Most entries of ArticleSenderType.' },
  SortKeys: { most: 20, unit: 'entries', description: 'Most entries of SortBy and of OrderBy.' },
  TextLength: {
    most: 200_000,
    unit: 'characters',
    description:
      'Most characters of any text of a create or an update, except the body of an article and the content of an attachment.',
  },
  TimeEntries: { most: 50_000, unit: 'entries', description: 'Most entries that TimeAccountingGet answers.' },
});

export type LimitName = Parameters<typeof readMost>[0];
