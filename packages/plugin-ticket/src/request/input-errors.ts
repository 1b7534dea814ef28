import { operationError, type OperationError } from '@ticketgate/sdk';

/** `<Operation>.MissingParameter` */
export function missing(operation: string, sentence: string): OperationError {
  return operationError(operation, 'MissingParameter', sentence);
}

/** `<Operation>.InvalidParameter` */
export function invalid(operation: string, sentence: string): OperationError {
  return operationError(operation, 'InvalidParameter', sentence);
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
