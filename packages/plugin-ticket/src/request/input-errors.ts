import { operationError, type Data, type OperationError } from '@ticketgate/sdk';

import { isNested } from './family-values.js';

/** `<Operation>.MissingParameter` */
export function missing(operation: string, sentence: string): OperationError {
  return operationError(operation, 'MissingParameter', sentence);
}

/** `<Operation>.InvalidParameter` */
export function invalid(operation: string, sentence: string): OperationError {
  return operationError(operation, 'InvalidParameter', sentence);
}

/** Like {@link invalid}; `why` follows the text of the family if the rules are strict. */
export function invalidFor(
  { operation, rules }: { readonly operation: string; readonly rules: { readonly isStrict: boolean } },
  sentence: string,
  why: string,
): OperationError {
  return invalid(operation, rules.isStrict ? `${sentence} ${why}` : sentence);
}

/** `<Operation>.AccessDenied` */
export function denied(operation: string, sentence: string): OperationError {
  return operationError(operation, 'AccessDenied', sentence);
}

/** Formats a value for messages, as shortened JSON. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

const MOST_SHOWN = 200;

/**
 * Requires members to be texts. Lists and objects, whose memory addresses the original stores, are refused (`docs/compatibility.md`).
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireTexts(
  data: Data,
  names: readonly string[],
  { operation, part }: { readonly operation: string; readonly part: 'Ticket' | 'Article' },
): void {
  const name = names.find((member) => isNested(data[member]));
  if (name !== undefined) throw invalid(operation, `${part}->${name} parameter is invalid!`);
}
