import { operationError, type OperationError } from '@ticketgate/sdk';
import type { Mistake } from '@ticketgate/sdk/schema';

/** More mistakes are counted, but not listed. */
const LISTED = 20;

/** `<Operation>.MissingParameter` where nothing but members is missing, else `<Operation>.InvalidParameter`. */
export function inputError(operation: string, mistakes: readonly Mistake[]): OperationError {
  const code = mistakes.every(({ kind }) => kind === 'missing') ? 'MissingParameter' : 'InvalidParameter';
  const sentences = mistakes.slice(0, LISTED).map(({ sentence }) => sentence);
  const rest = mistakes.length - sentences.length;
  const text = rest === 0 ? sentences.join(' ') : `${sentences.join(' ')} And ${rest} more.`;
  return operationError(operation, code, text);
}

/** Concatenates lists, without further mistakes at the same place. */
export function joinMistakes(...lists: readonly (readonly Mistake[])[]): readonly Mistake[] {
  const byPlace = new Map<string, Mistake>();
  for (const mistake of lists.flat()) if (!byPlace.has(mistake.place)) byPlace.set(mistake.place, mistake);
  return [...byPlace.values()];
}
