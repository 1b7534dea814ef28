import { OperationError } from '@ticketgate/sdk';

export function missingParameter(sentence: string): OperationError {
  return new OperationError('TicketUpdate.MissingParameter', `TicketUpdate: ${sentence}`);
}

export function invalidParameter(sentence: string): OperationError {
  return new OperationError('TicketUpdate.InvalidParameter', `TicketUpdate: ${sentence}`);
}

export function accessDenied(sentence: string): OperationError {
  return new OperationError('TicketUpdate.AccessDenied', `TicketUpdate: ${sentence}`);
}
