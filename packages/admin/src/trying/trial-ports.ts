import type { OperationPorts, OperationRegistry, OperationScope } from '@ticketgate/gateway';
import { createError, MASK, type Caller, type Credentials } from '@ticketgate/sdk';
import { callPorts, type System } from '@ticketgate/runtime';

import { refuseFetch } from '../debug-log/replay-requests.js';
import type { ReplayParts } from '../debug-log/replay-run.js';

const CannotBeUndone = createError<{ type: string }>(
  'Admin.CannotBeUndone',
  ({ type }) => `${type} does things that cannot be rolled back, so it is not tried.`,
  'Conflict',
);

interface Trying {
  /** The caller, whatever credentials the request has. */
  readonly caller: Caller;
  readonly operations: OperationRegistry;
  /** Takes why an operation is not called. */
  readonly onRefusal: (sentence: string) => void;
}

/** Ports for a trial: operations write to one transaction, and nothing leaves this process. */
export function trialPorts(
  system: System,
  { transaction, services, accounts }: ReplayParts,
  { caller, operations, onRefusal }: Trying,
): OperationPorts {
  const ports = callPorts({ ...system, accounts }, services);
  // Operations of the family look for credentials before they ask who calls.
  const login = caller.type === 'User' ? 'UserLogin' : 'CustomerUserLogin';
  const credentials: Credentials = { [login]: caller.login, Password: MASK };
  return {
    ...ports,
    inTransaction: (_signal, work) => work(transaction),
    createContext(scope, within) {
      const { type } = scope.binding;
      if (operations.get(type)?.operation.replay === false) {
        const refusal = new CannotBeUndone({ type });
        onRefusal(refusal.message);
        throw refusal;
      }
      const authenticate = async () => admit(caller, scope);
      const context = ports.createContext(scope, { database: transaction, authenticate, ...within });
      return Object.assign(context, { fetch: refuseFetch, credentials });
    },
  };
}

function admit(caller: Caller, scope: OperationScope): Caller | undefined {
  const { onlyAgents } = scope.authentication;
  if (onlyAgents !== undefined && !(caller.type === 'User' && onlyAgents.includes(caller.login))) {
    scope.onRefusal(`the web service is locked to the agents ${onlyAgents.join(', ')} (OnlyAgents)`);
    return undefined;
  }
  scope.onCaller(caller);
  return caller;
}
