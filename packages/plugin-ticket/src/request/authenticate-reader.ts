import { OperationError, type Caller, type OperationContext } from '@ticketgate/sdk';

/**
 * The caller of an operation that reads: missing and wrong credentials are answered alike.
 *
 * @throws OperationError `<Operation>.AuthFail`
 */
export async function authenticateReader(context: OperationContext, operation: string): Promise<Caller> {
  const caller = await context.authenticate();
  if (caller === undefined) throw new OperationError(`${operation}.AuthFail`, `${operation}: Authorization failing!`);
  return caller;
}
