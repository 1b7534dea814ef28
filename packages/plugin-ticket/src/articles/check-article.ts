import { OperationFault, type Data } from '@ticketgate/sdk';

import type { CatalogueEntry, Entries } from '../catalogue/catalogue.js';
import { requireAtMost } from '../request/limits.js';
import { asLookup, findEntry, findValidEntry, isGiven, type EntryReference } from '../request/find-entry.js';
import { DEFAULT_SETTINGS, type DefaultedMember } from './article-settings.js';
import { findCharset, isCharset, isContentType, isMimeType } from './content-type.js';
import { checkSending, COPIES, HEADERS } from './mail/check-sending.js';
import { areDeliverable } from '../addresses/email.js';
import { parseAddresses } from '../addresses/parse-addresses.js';
import { isFalsy, isText, toText } from '../request/family-values.js';
import { invalid, invalidFor, missing, requireTexts, shown } from '../request/input-errors.js';
import { nameAuthor } from '../permission/customer-rights.js';
import { whyNoEntry } from '../ticket/rules/why-no-entry.js';
import type { WriteSources } from '../ticket/rules/write-sources.js';

export type CheckedArticle = Readonly<Awaited<ReturnType<typeof checkArticle>>>;

const TEXTS = ['Subject', 'Body', 'From', 'HistoryComment'];
/** The range of `time_accounting.time_unit`. */
const LARGEST_TIME = 99_999_999;
const CHANNELS = new Set(['Email', 'Internal', 'Phone']);
const NOTIFICATION_LISTS = [
  'ForceNotificationToUserID',
  'ExcludeNotificationToUserID',
  'ExcludeMuteNotificationToUserID',
];

/** Checks an article in the order and with the texts of the family (`docs/compatibility.md`). */
export async function checkArticle(input: Data, sources: WriteSources) {
  const { operation, rights, catalogue } = sources;
  const completed = addDefaults(input, sources);
  requireGiven('Subject', input.Subject, operation);
  requireGiven('Body', input.Body, operation);
  requireGiven('AutoResponseType', completed.AutoResponseType, operation);
  requireTexts(input, TEXTS, { operation, part: 'Article' });
  const autoResponse = { id: undefined, name: completed.AutoResponseType };
  requireEntry('AutoResponseType', autoResponse, { entries: catalogue.autoResponseTypes, sources });
  const asked = checkChannel(input, sources);
  const senderType = checkSenderType(input, sources);
  await checkFrom(input, sources);
  const isSent = await checkSending(input, sources);
  const contentType = checkContentTypes(input, sources);
  checkHistory(completed, sources);
  const timeUnit = checkTimeUnit(input, sources);
  checkNotifications(input, sources);
  requireTexts(input, isSent ? COPIES : HEADERS[operation], { operation, part: 'Article' });
  return {
    /** As sent. */
    input,
    /** The value of From, whatever the input says; undefined if the caller may choose. */
    author: rights && nameAuthor(rights),
    channel: (isSent ? catalogue.channels.byName('Email') : undefined) ?? asked,
    senderType,
    contentType,
    isVisible: !isFalsy(completed.IsVisibleForCustomer),
    historyType: toText(completed.HistoryType),
    historyComment: toText(completed.HistoryComment),
    timeUnit,
    /** Whether it is a mail. */
    isSent,
  };
}

function rejected(sentence: string, why: string, sources: WriteSources): Error {
  return invalidFor(sources, `Article->${sentence}`, why);
}

interface NamedEntries<Entry> {
  readonly entries: Entries<Entry>;
  readonly sources: WriteSources;
  /** By default, valid ones. */
  readonly isUsable?: (entry: Entry) => boolean;
  readonly sentence?: string;
}

function requireEntry<Entry extends CatalogueEntry>(
  name: string,
  reference: EntryReference,
  { entries, sources, isUsable = ({ isValid }) => isValid, sentence }: NamedEntries<Entry>,
): Entry {
  const entry = findEntry(entries, reference);
  if (entry !== undefined && isUsable(entry)) return entry;
  const isAgent = sources.caller.type !== 'Customer';
  const why = whyNoEntry({ name, reference, isAgent }, entries);
  throw rejected(sentence ?? `${name} parameter is invalid!`, why, sources);
}

const AGENT_IDS = 'Write the id of a valid agent, or a list of them.';

/** What says the type of a text, with an example. */
export const TYPES = { ContentType: 'text/plain; charset=utf-8', MimeType: 'text/plain', Charset: 'utf-8' } as const;

export function whyNoType(name: keyof typeof TYPES, value: unknown): string {
  return `It is ${shown(value)}; write for example ${TYPES[name]}.`;
}

type Completed = Readonly<Record<DefaultedMember, unknown>>;

/** A single literal: an object that grows member by member takes several times as long. */
function addDefaults(article: Data, { operation, settings }: WriteSources): Completed {
  const defaults = DEFAULT_SETTINGS[operation];
  return {
    IsVisibleForCustomer: article.IsVisibleForCustomer ?? settings.get(defaults.IsVisibleForCustomer),
    HistoryType: article.HistoryType ?? settings.get(defaults.HistoryType),
    HistoryComment: article.HistoryComment ?? settings.get(defaults.HistoryComment),
    AutoResponseType: article.AutoResponseType ?? settings.get(defaults.AutoResponseType),
  };
}

function requireGiven(name: string, value: unknown, operation: string): void {
  if (isFalsy(value)) throw missing(operation, `Article->${name} parameter is missing!`);
}

/** A name wins over an id. */
function checkChannel(input: Data, sources: WriteSources): CatalogueEntry {
  const { channels } = sources.catalogue;
  const { CommunicationChannel: name, CommunicationChannelID: id } = input;
  const reference = isFalsy(name) ? { id, name: isFalsy(id) ? 'Internal' : undefined } : { id: undefined, name };
  const isUsable = (channel: CatalogueEntry) => CHANNELS.has(channel.name);
  const entries = { ...channels, all: channels.all.filter(isUsable) };
  const sentence = 'CommunicationChannel or Article->CommunicationChannelID parameter is invalid or not supported!';
  return requireEntry('CommunicationChannel', reference, { entries, sources, isUsable, sentence });
}

function checkSenderType(input: Data, sources: WriteSources): CatalogueEntry {
  const { caller, catalogue } = sources;
  const given = { id: input.SenderTypeID, name: input.SenderType };
  const reference = isGiven(given) ? given : { id: undefined, name: caller.type === 'Customer' ? 'customer' : 'agent' };
  const sentence = 'SenderTypeID or Ticket->SenderType parameter is invalid!';
  return requireEntry('SenderType', reference, { entries: catalogue.senderTypes, sources, sentence });
}

async function checkFrom(input: Data, sources: WriteSources): Promise<void> {
  if (isFalsy(input.From)) return;
  const addresses = parseAddresses(toText(input.From));
  requireAtMost('Addresses', { what: 'Article->From', count: addresses.length }, sources);
  if (!addresses.includes('') && (await areDeliverable(addresses, sources.settings))) return;
  const why = `It is ${shown(input.From)}; write an address such as "Anna Agent" <anna@example.org>, or several with commas.`;
  throw rejected('From parameter is invalid!', why, sources);
}

/** The effective content type. MimeType and Charset are checked although ContentType wins over them. */
function checkContentTypes(input: Data, sources: WriteSources): string {
  const { operation, answers } = sources;
  const mimeType = lowerText(input.MimeType);
  const charset = lowerText(input.Charset);
  const contentType = lowerText(input.ContentType);
  requireContentTypes({ contentType, mimeType, charset }, operation);
  const wrong = (name: keyof typeof TYPES) => rejected(`${name} is invalid!`, whyNoType(name, input[name]), sources);
  if (mimeType !== '' && !isMimeType(mimeType)) throw wrong('MimeType');
  if (charset !== '' && !isCharset(charset)) throw wrong('Charset');
  const lacksCharset = answers.requiresCharset && findCharset(contentType) === '';
  if (contentType !== '' && (lacksCharset || !isContentType(contentType))) throw wrong('ContentType');
  return contentType === '' ? `${mimeType}; charset=${charset}` : contentType;
}

type ContentTypes = Readonly<Record<'contentType' | 'mimeType' | 'charset', string>>;

/** Requires ContentType, or MimeType and Charset together. */
function requireContentTypes({ contentType, mimeType, charset }: ContentTypes, operation: string): void {
  if (contentType + mimeType + charset === '') {
    throw missing(operation, 'Article->ContentType or Ticket->MimeType and Article->Charset parameters are required!');
  }
  if (mimeType !== '' && charset === '') throw missing(operation, 'Article->Charset is required!');
  if (charset !== '' && mimeType === '') throw missing(operation, 'Article->MimeType is required!');
}

function lowerText(value: unknown): string {
  return isFalsy(value) ? '' : toText(value).toLowerCase();
}

/** Requires a history type and comment. If settings removed their defaults, that is not the client's mistake. */
function checkHistory(completed: Completed, sources: WriteSources): void {
  const { operation, catalogue } = sources;
  requireConfigured(completed, 'HistoryType', operation);
  const reference = { id: undefined, name: completed.HistoryType };
  requireEntry('HistoryType', reference, { entries: catalogue.historyTypes, sources, isUsable: () => true });
  requireConfigured(completed, 'HistoryComment', operation);
}

function requireConfigured(completed: Completed, name: keyof Completed, operation: string): void {
  if (isFalsy(completed[name]))
    throw new OperationFault(`${operation}: Article->${name} is neither sent nor configured!`);
}

/** The time unit with a decimal point; undefined when nothing is booked. Callers who may not book time need not do so. */
function checkTimeUnit({ TimeUnit: unit }: Data, sources: WriteSources): string | undefined {
  const { operation, rights, settings } = sources;
  const isNeeded =
    rights === undefined &&
    settings.flag('Ticket::Frontend::AccountTime') &&
    settings.flag('Ticket::Frontend::NeedAccountedTime');
  if (isNeeded && (!isText(unit) || unit === '')) {
    throw missing(operation, 'Article->TimeUnit is required by sysconfig option!');
  }
  if (isFalsy(unit)) return undefined;
  const time = toText(unit).replace(',', '.');
  if (/^\d+(\.\d+)?$/.test(time) && Number(time) < LARGEST_TIME) return time;
  throw rejected('TimeUnit parameter is invalid!', `It is ${shown(unit)}; write a number such as 15 or 7.5.`, sources);
}

/** Checks the lists, which have no effect. */
function checkNotifications(input: Data, sources: WriteSources): void {
  const { operation, directory } = sources;
  if (!isFalsy(input.NoAgentNotify) && toText(input.NoAgentNotify) !== '1') {
    throw invalid(operation, 'Article->NoAgent parameter is invalid!');
  }
  for (const name of NOTIFICATION_LISTS) {
    const value = input[name];
    if (isFalsy(value)) continue;
    if (!Array.isArray(value) && !isText(value)) throw rejected(`${name} parameter is invalid!`, AGENT_IDS, sources);
    const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
    requireAtMost('ListEntries', { what: `Article->${name}`, count: ids.length }, sources);
    for (const id of ids) {
      if (findValidEntry(asLookup(directory), { id, name: '' }) !== undefined) continue;
      throw rejected(`${name} UserID=${toText(id)} parameter is invalid!`, AGENT_IDS, sources);
    }
  }
}

export type ArticleHeaders = Readonly<Record<'from' | 'to' | 'cc' | 'bcc', string>>;

/** An article whose members have been checked and completed. Each header is one line. */
export interface ArticleDraft extends CheckedArticle, ArticleHeaders {
  readonly subject: string;
}

/** An attachment of a request, checked. */
export interface AttachmentDraft {
  readonly filename: string;
  readonly contentType: string;
  /** Base64, as sent. */
  readonly content: string;
  readonly contentID?: string | undefined;
  readonly contentAlternative?: string | undefined;
  readonly disposition?: string | undefined;
}
