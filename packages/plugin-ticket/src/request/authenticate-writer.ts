import { operationError, type Caller, type OperationContext } from '@ticketgate/sdk';

import { missing } from './input-errors.js';

/**
 * Authenticates the caller of a writing operation. Missing credentials are reported before any are checked.
 *
 * @throws OperationError `<Operation>.MissingParameter`, `<Operation>.AuthFail`
 */
export async function authenticateWriter(context: OperationContext, operation: string): Promise<Caller> {
  const { SessionID, UserLogin, CustomerUserLogin, Password, ApiKey } = context.credentials;
  const hasLogin = UserLogin !== undefined || CustomerUserLogin !== undefined;
  if (ApiKey === undefined) {
    if (SessionID === undefined && !hasLogin) {
      throw missing(operation, 'UserLogin, CustomerUserLogin or SessionID is required!');
    }
    if (hasLogin && Password === undefined) throw missing(operation, 'Password or SessionID is required!');
  }
  const caller = await context.authenticate();
  if (caller === undefined) throw operationError(operation, 'AuthFail', 'User could not be authenticated!');
  return caller;
}
