import { distance as editDistance } from 'fastest-levenshtein';

/** The candidate that `word` was probably meant to be; undefined if none is close. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  // Long texts are not misspelt words, and computing the distance takes quadratic time.
  if (word === '' || word.length > 100) return undefined;
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distanceBetween(word, candidate) }))
    .filter(({ candidate, distance }) => distance <= mostBetween(word, candidate))
    .sort((left, right) => left.distance - right.distance);
  return ranked[0]?.candidate;
}

/** Words at a greater edit distance are unrelated: `bogus` is not `Body`, and `Rwa` is `Raw`. */
function mostBetween(word: string, candidate: string): number {
  const length = Math.min(word.length, candidate.length);
  if (length < 3) return 1;
  return length < 6 ? 2 : 3;
}

/** Adds "Did you mean …?" to a sentence, or `otherwise` if there is no suggestion. */
export function withSuggestion(sentence: string, suggestion: string | undefined, otherwise?: string): string {
  const advice = suggestion === undefined ? otherwise : `Did you mean "${suggestion}"?`;
  return advice === undefined ? sentence : `${sentence} ${advice}`;
}

/** A wrong case counts as half a mistake, so that `post` is closest to `POST`. */
function distanceBetween(word: string, candidate: string): number {
  if (word === candidate) return 0;
  const folded = editDistance(word.toLowerCase(), candidate.toLowerCase());
  return folded === 0 ? 0.5 : folded;
}
