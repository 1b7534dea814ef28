import { systemTimeZone, toText, wallClockAt, type Data, type Settings } from '@ticketgate/sdk';
import { objectsIn, listOf, looseObject, objectWith, textOrNull } from '@ticketgate/sdk/schema/words';

import type { InvokerOptions } from './invoker-options.js';
import type { SentTicket } from './read-ticket.js';
import { articleSchema, dynamicFieldsSchema } from '../articles/article-schema.js';
import { each, INTEGER, TEXT } from '../columns/member-schemas.js';
import { ticketMembers } from '../ticket/reading/ticket-schema.js';

const FILES = listOf(
  looseObject({
    ...each('Filename ContentType MimeType Disposition FileID FilesizeRaw', TEXT),
    Content: { ...TEXT, contentEncoding: 'base64', description: 'In lines of 76 characters.' },
  }),
);

/** An article has those members that the options select. */
const article = looseObject({
  ...articleSchema.properties,
  CommunicationChannel: TEXT,
  DynamicField: dynamicFieldsSchema,
  Attachment: FILES,
});

/** The schema of the payload of both types. */
export const payloadSchema = objectWith(['TicketID', 'TicketNumber', 'Ticket'], {
  TicketID: INTEGER,
  TicketNumber: TEXT,
  Ticket: looseObject({
    ...ticketMembers,
    CustomerUser: textOrNull('The login.'),
    PendingTime: looseObject(each('Year Month Day Hour Minute', INTEGER)),
    DynamicField: dynamicFieldsSchema,
    Article: listOf(article, 'The newest first.'),
  }),
  Article: {
    oneOf: [article, listOf(article)],
    description: 'The newest one, or a list of all with CountLastArticle.',
  },
  DynamicField: dynamicFieldsSchema,
  Attachment: { ...FILES, description: 'Those of all articles.' },
});

const FILE_MEMBERS = ['Filename', 'ContentType', 'Disposition', 'FileID', 'FilesizeRaw'] as const;

/** The payload of an invoker for tickets (`docs/invokers.md`). */
export function toPayload({ ticket, articles }: SentTicket, options: InvokerOptions, settings: Settings): Data {
  const sent = articles.map(({ article }) => toArticle(article, options));
  const files = articles.map((each) => each.files.map(toFile));
  const inTicket = sent.map((article, index) =>
    options.articleFields.includes('Attachment') && files[index]?.length
      ? { ...article, Attachment: files[index] }
      : article,
  );
  const fields = toFields(ticket, options.ticketDynamicFields).filter(({ Value }) => Value !== null);
  const topFields = options.sendsAllArticles
    ? fields
    : [...fields, ...toFields(articles.at(-1)?.article ?? {}, options.articleDynamicFields)];
  return {
    TicketID: ticket.TicketID,
    TicketNumber: ticket.TicketNumber,
    Ticket: { ...toTicket(ticket, options, settings), ...ifAny('DynamicField', fields), ...ifAny('Article', inTicket) },
    ...(sent.length === 0 ? {} : { Article: options.sendsAllArticles ? sent : sent[0] }),
    ...ifAny('DynamicField', topFields),
    ...ifAny('Attachment', files.flat()),
  };
}

/** An object with a list, or without members if the list is empty. */
function ifAny(name: string, list: readonly unknown[]): Data {
  return list.length === 0 ? {} : { [name]: list };
}

/** Picks the configured members, without empty ones. */
function toTicket(ticket: Data, { ticketFields }: InvokerOptions, settings: Settings): Data {
  const chosen = ticketFields.flatMap((name): readonly (readonly [string, unknown])[] => {
    if (name === 'CustomerUser') return [[name, ticket[name]]];
    const value = name === 'PendingTime' ? pendingTime(ticket, settings) : ticket[name];
    return value === undefined || value === null || value === '' ? [] : [[name, value]];
  });
  return Object.fromEntries(chosen);
}

/** When a pending ticket is due; undefined for others. */
export function pendingTime({ RealTillTimeNotUsed: until }: Data, settings: Settings): Data | undefined {
  if (typeof until !== 'number' || until === 0) return undefined;
  const { year, month, day, hour, minute } = wallClockAt(until, systemTimeZone(settings));
  return { Year: year, Month: month, Day: day, Hour: hour, Minute: minute };
}

function toArticle(article: Data, { articleFields, articleDynamicFields }: InvokerOptions): Data {
  const chosen = articleFields.flatMap((name): readonly (readonly [string, unknown])[] => {
    const value = article[name];
    if (name === 'Attachment' || value === undefined || value === null) return [];
    // Without accounted time, TimeUnit is omitted.
    if (name === 'TimeUnit' && !Number(value)) return [];
    return [[name, name.endsWith('Charset') || name === 'ContentType' ? familyCharset(value) : value]];
  });
  const fields = toFields(article, articleDynamicFields);
  return { ...Object.fromEntries(chosen), ...ifAny('DynamicField', fields) };
}

/** The named dynamic fields, in the order of the definition. */
function toFields({ DynamicField: fields }: Data, names: readonly string[]): readonly Data[] {
  return names.flatMap((name) => objectsIn(fields).filter(({ Name }) => Name === name));
}

function toFile(file: Data): Data {
  const members = FILE_MEMBERS.map((name) => [name, familyCharset(toText(file[name]))] as const);
  return {
    ...Object.fromEntries(members),
    MimeType: /^[^;]*/.exec(String(file.ContentType))?.[0].trim() ?? '',
    Content: file.Content,
  };
}

/** Replaces the name of UTF-8 by Perl's. */
function familyCharset(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/utf-8/i, 'utf8') : value;
}
