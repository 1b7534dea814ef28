import { distance } from 'fastest-levenshtein';

/** Farther apart than this, two words have nothing to do with each other. */
const FARTHEST = 3;

/** The candidate that `word` was probably meant to be; undefined when none is near. */
export function suggest(word: string, candidates: readonly string[]): string | undefined {
  // Long texts are no misspelt words, and the distance costs the product of both lengths.
  if (word === '' || word.length > 100) return undefined;
  const ranked = candidates
    .map((candidate) => ({ candidate, far: farness(word, candidate) }))
    .filter(({ candidate, far }) => far <= FARTHEST && far < Math.max(2, Math.min(word.length, candidate.length)))
    .sort((left, right) => left.far - right.far);
  return ranked[0]?.candidate;
}

/** A sentence with the question whether `suggestion` was meant; where there is none, with what helps `otherwise`. */
export function withSuggestion(sentence: string, suggestion: string | undefined, otherwise?: string): string {
  const advice = suggestion === undefined ? otherwise : `Did you mean "${suggestion}"?`;
  return advice === undefined ? sentence : `${sentence} ${advice}`;
}

/** A wrong case is half a mistake, so that `post` is nearer to `POST` than to anything else. */
function farness(word: string, candidate: string): number {
  if (word === candidate) return 0;
  const folded = distance(word.toLowerCase(), candidate.toLowerCase());
  return folded === 0 ? 0.5 : folded;
}
