import { compilePerlPattern, inThread, isData, keptIn, oncePer, type Data } from '@ticketgate/sdk';
import { LRUCache } from 'lru-cache';

import { countCodePoints, SPACES } from './wrap-lines.js';

/** Values of settings, as they are. */
export interface WordRules {
  /** `Ticket::SearchIndex::Filters`. */
  readonly filters: unknown;
  /** `Ticket::SearchIndex::Attribute`. */
  readonly limits: unknown;
  readonly stopWords: Data;
}

/** Most characters of a word with what filters remove from it; a much longer one would take long. */
const LONGEST_PIECE = 300;
const GAP = new RegExp(`[${SPACES}]+`);
/** Unless `Ticket::SearchIndex::Attribute` says otherwise. */
export const LIMITS = { WordCountMax: 1000, WordLengthMin: 3, WordLengthMax: 30 };

/** Characters from which on words are extracted in a thread. */
const LARGE = 200_000;

/** The distinct words of a text in their order, without what filters remove, stop words, and words that are too short or too long. */
export async function indexedWords(text: string, rules: WordRules): Promise<string> {
  const input = { text, rules };
  return text.length < LARGE ? toIndex(input) : inThread({ run: toIndex, module: import.meta.url }, input);
}

export function toIndex({ text, rules }: { readonly text: string; readonly rules: WordRules }): string {
  const readWord = makeReader(Array.isArray(rules.filters) ? rules.filters : NO_FILTERS);
  const stopWords = wordsIn(rules.stopWords);
  const limits = isData(rules.limits) ? limitsIn(rules.limits) : LIMITS;
  const words = new Set<string>();
  let count = 0;
  for (const piece of text.split(GAP)) {
    if (piece.length > LONGEST_PIECE) continue;
    const word = readWord(piece);
    const length = countCodePoints(word);
    if (length < limits.WordLengthMin || length > limits.WordLengthMax || stopWords.has(word)) continue;
    words.add(word);
    count += 1;
    if (count >= limits.WordCountMax) break;
  }
  return [...words].join(' ');
}

const NO_FILTERS: readonly unknown[] = [];
/** Pieces whose words are kept: those of a language come again and again, and filtering each made a fifth of the garbage of a new article. */
const KEPT = 5000;

/** Reads words: without what filters remove, in lower case. Patterns that cannot be compiled remove nothing. */
const makeReader = oncePer((sources: readonly unknown[]) => {
  const filters = sources.flatMap((source) => compilePerlPattern(String(source), 'parts') ?? []);
  const known = new LRUCache<string, string>({ max: KEPT });
  return (piece: string) =>
    keptIn<string, string>(known, piece, () =>
      filters.reduce((rest, filter) => rest.replace(filter, ''), piece).toLowerCase(),
    );
});

const wordsIn = oncePer(
  (lists: Data): ReadonlySet<string> =>
    new Set(
      Object.values(lists)
        .flat()
        .map((word) => String(word).toLowerCase()),
    ),
);

const limitsIn = oncePer((settings: Data): typeof LIMITS => {
  const numbers = Object.entries(settings).map(([name, text]) => [name, Number(text)] as const);
  return { ...LIMITS, ...Object.fromEntries(numbers.filter(([, number]) => number > 0)) };
});
