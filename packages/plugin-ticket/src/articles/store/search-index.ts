import type { Settings } from '@ticketgate/sdk';

import type { ArticleDraft } from '../check-article.js';
import { indexedWords, type WordRules } from './index-words.js';
import { stopWordLists } from './stop-words.js';

/** A row of `article_search_index` before it is written. */
export type SearchIndexRow = Readonly<Record<'key' | 'value', string>>;

/** What of an article is indexed, and how, as the settings say: without words, subject and body as a whole. */
export async function indexOptions(settings: Settings) {
  const isWhole = settings.flag('Ticket::SearchIndex::ForceUnfilteredStorage');
  const words = isWhole ? undefined : await wordRules(settings);
  return { words, hasAttachmentNames: settings.flag('Ticket::Article::Backend::MIMEBase::IndexAttachmentNames') };
}

async function wordRules(settings: Settings): Promise<WordRules> {
  return {
    filters: settings.get('Ticket::SearchIndex::Filters'),
    limits: settings.get('Ticket::SearchIndex::Attribute'),
    stopWords: await stopWordLists(settings),
  };
}

/** Most characters of a value of `article_search_index`. */
const VALUE_LENGTH = 1_800_000;

/** The index rows of an article: addresses and names of attachments as a whole, subject and body by words (`docs/compatibility.md`). */
export async function searchIndexRows(
  headers: Pick<ArticleDraft, 'from' | 'to' | 'cc' | 'bcc' | 'subject'>,
  { body, attachmentNames }: { readonly body: string; readonly attachmentNames: readonly string[] },
  { words: rules, hasAttachmentNames }: Awaited<ReturnType<typeof indexOptions>>,
): Promise<readonly SearchIndexRow[]> {
  const parts = [
    ['MIMEBase_From', headers.from],
    ['MIMEBase_To', headers.to],
    ['MIMEBase_Cc', headers.cc],
    ['MIMEBase_Bcc', headers.bcc],
    ['MIMEBase_Subject', headers.subject, rules],
    ['MIMEBase_Body', body, rules],
    ['MIMEBase_AttachmentName', hasAttachmentNames ? attachmentNames.join(' ') : ''],
  ] as const;
  // Where no word is left, the family has a row without any.
  const rows = parts
    .filter(([, text]) => text !== '')
    .map(async ([key, text, words]) => {
      const start = text.slice(0, VALUE_LENGTH);
      return { key, value: words === undefined ? start.toLowerCase() : await indexedWords(start, words) };
    });
  return Promise.all(rows);
}
