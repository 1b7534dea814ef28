import { OperationError } from '@ticketgate/sdk';

/** `<Operation>.MissingParameter` */
export function missing(operation: string, sentence: string): OperationError {
  return new OperationError(`${operation}.MissingParameter`, `${operation}: ${sentence}`);
}

/** `<Operation>.InvalidParameter` */
export function invalid(operation: string, sentence: string): OperationError {
  return new OperationError(`${operation}.InvalidParameter`, `${operation}: ${sentence}`);
}

/** A value of a request as messages show it: as JSON, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

const MOST_SHOWN = 200;
