import { OperationError } from '@ticketgate/sdk';

/** As the family has them: the code and the message begin with the name of the operation. */
export function failing(operation: string, reason: string, sentence: string): OperationError {
  return new OperationError(`${operation}.${reason}`, `${operation}: ${sentence}`);
}

/** `<Operation>.MissingParameter` */
export function missing(operation: string, sentence: string): OperationError {
  return failing(operation, 'MissingParameter', sentence);
}

/** `<Operation>.InvalidParameter` */
export function invalid(operation: string, sentence: string): OperationError {
  return failing(operation, 'InvalidParameter', sentence);
}

/** `<Operation>.AccessDenied` */
export function denied(operation: string, sentence: string): OperationError {
  return failing(operation, 'AccessDenied', sentence);
}

/** A value of a request as messages show it: as JSON, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

const MOST_SHOWN = 200;
