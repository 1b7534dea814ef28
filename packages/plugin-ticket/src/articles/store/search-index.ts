import { inThread, type Settings } from '@ticketgate/sdk';

import type { ArticleDraft } from '../check-article.js';

/** A row of `article_search_index` before it is written. */
export type SearchIndexRow = Readonly<Record<'key' | 'value', string>>;

/**
 * Reads the options from the settings. Attached to a host, the names of attachments are left to the host, which indexes articles again
 * (`docs/compatibility.md`).
 */
export function indexOptions(settings: Settings, isAttached: boolean) {
  const hasAttachmentNames = settings.flag('Ticket::Article::Backend::MIMEBase::IndexAttachmentNames');
  return {
    /** Index subject and body as a whole instead of their words. */
    isUnfiltered: settings.flag('Ticket::SearchIndex::ForceUnfilteredStorage'),
    hasAttachmentNames: hasAttachmentNames && !isAttached,
    /** The host system adds the names of attachments. */
    isCompletedByHost: hasAttachmentNames && isAttached,
  };
}

/** Stop words by language, which are not indexed. */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: 'the and for are but not you all any can had her was one our out has him his how its may new now old see two who did get she too use this that with have from they will would there their what about which when make like time just know take into your some could them than then look only come over also back after work first well even want because these give most',
  de: 'der die das und ist ein eine einen einem einer nicht mit von auf für als auch sich dem den des war wie noch nur oder aber vor zur bis mehr durch man sein wurde sei hat nach wenn haben werden ihre seine unter wir soll ich eines kann gegen vom können schon wird dass über aus bei ihr ihm zum habe hatte',
  es: 'los las del que una por con para como más pero sus este entre cuando muy sin sobre también hasta hay donde quien desde todo nos durante todos uno les contra otros ese eso ante ellos esto antes algunos qué unos otro otras otra',
  fr: 'les des une que qui dans pour pas sur plus par avec tout faire son mettre autre mais nous comme leur bien être deux même aussi celui donner entre encore ces ses aux est sont cette vous elle ils',
  it: 'che per una con sono non del della dei delle nel alla anche come più dal gli questo questa quello essere stato ancora dopo tra fra suo sua loro noi voi cui chi cosa',
  nl: 'het een van dat die zijn met voor niet aan ook als maar dan bij nog uit naar hij was heeft hebben deze wordt door over zij had kan geen wel onder moet zou meer ons veel',
};

const STOP_WORDS: ReadonlySet<string> = new Set(Object.values(BY_LANGUAGE).flatMap((words) => words.split(' ')));

/** Most characters of a value of `article_search_index`. */
const VALUE_LENGTH = 1_800_000;
const WORDS = 1_000;
/** Characters from which on words are extracted in a thread. */
const LARGE = 200_000;
const SHORTEST = 3;
const LONGEST = 30;
/** Most characters of a word with its punctuation; trimming a much longer one would take long. */
const LONGEST_PIECE = 300;
/** Characters that are not part of words. */
const FILTER = /[,&<>?"!*|;[\]()+$^=]/g;
const EDGES = new Set("':.");
/** Quick test, which most words do not pass. */
const PUNCTUATION = /[,&<>?"!*|;[\]()+$^=':.]/;

/** The indexed parts of an article besides its headers, as they are stored. */
export interface IndexedContent {
  readonly body: string;
  readonly attachmentNames: readonly string[];
}

/** The index rows of an article: addresses and names of attachments as a whole, subject and body by words (`docs/compatibility.md`). */
export async function searchIndexRows(
  headers: Pick<ArticleDraft, 'from' | 'to' | 'cc' | 'bcc' | 'subject'>,
  { body, attachmentNames }: IndexedContent,
  { isUnfiltered, hasAttachmentNames }: Omit<ReturnType<typeof indexOptions>, 'isCompletedByHost'>,
): Promise<readonly SearchIndexRow[]> {
  const filter = async (text: string) => {
    if (isUnfiltered) return text.toLowerCase();
    return text.length < LARGE ? wordsOf(text) : inThread({ run: wordsOf, module: import.meta.url }, text);
  };
  const values: Readonly<Record<string, string>> = {
    MIMEBase_From: headers.from.toLowerCase(),
    MIMEBase_To: headers.to.toLowerCase(),
    MIMEBase_Cc: headers.cc.toLowerCase(),
    MIMEBase_Bcc: headers.bcc.toLowerCase(),
    MIMEBase_Subject: await filter(headers.subject),
    MIMEBase_Body: await filter(body),
    MIMEBase_AttachmentName: hasAttachmentNames ? attachmentNames.join(' ').toLowerCase() : '',
  };
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => ({ key, value: value.slice(0, VALUE_LENGTH) }));
}

/** The distinct words of a text in their order, without short words, very long words and stop words. */
export function wordsOf(text: string): string {
  const words = new Set<string>();
  for (const [piece] of text.slice(0, VALUE_LENGTH).toLowerCase().matchAll(/\S+/g)) {
    if (piece.length > LONGEST_PIECE) continue;
    const word = PUNCTUATION.test(piece) ? trimEdges(piece.replaceAll(FILTER, '')) : piece;
    if (word.length < SHORTEST || word.length > LONGEST || STOP_WORDS.has(word)) continue;
    words.add(word);
    if (words.size >= WORDS) break;
  }
  return [...words].join(' ');
}

/** Trims punctuation; a pattern would backtrack at each mark within the word. */
function trimEdges(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && EDGES.has(word.charAt(start))) start += 1;
  while (end > start && EDGES.has(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}
