import { OperationError } from '@ticketgate/sdk';

/** `<Operation>.MissingParameter` */
export function missing(operation: string, sentence: string): OperationError {
  return new OperationError(`${operation}.MissingParameter`, `${operation}: ${sentence}`);
}

/** `<Operation>.InvalidParameter` */
export function invalid(operation: string, sentence: string): OperationError {
  return new OperationError(`${operation}.InvalidParameter`, `${operation}: ${sentence}`);
}
