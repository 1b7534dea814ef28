import { operationError, type OperationError } from '@ticketgate/sdk';

/** Something in the input of an operation that its schema does not allow. */
export interface Mistake {
  /** `unknown`: the schema does not declare this member, and the service refuses unknown members. */
  readonly kind: 'missing' | 'unknown' | 'invalid';
  /** Path of the value; of two mistakes with the same path, only the first is reported. */
  readonly place: string;
  /** The value, the allowed values, and a suggestion. */
  readonly sentence: string;
  /** Whether a credential was probably meant. */
  readonly isCredential?: boolean;
}

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
