import type { OperationPorts, OperationRegistry, OperationScope } from '@ticketgate/gateway';
import { createError, MASK, type Caller, type Credentials } from '@ticketgate/sdk';
import { callPorts, type System } from '@ticketgate/runtime';
import type { Message } from '@ticketgate/sdk/schema';

import type { ReplayParts } from '../replaying/replay-run.js';

const CannotBeUndone = createError<{ type: string }>(
  'Admin.CannotBeUndone',
  ({ type }) => `${type} does things that cannot be rolled back, so it is not tried.`,
  'Conflict',
);

const OnlyReads = createError(
  'Admin.OnlyReads',
  () => 'It writes, and only requests that read were to be sent.',
  'Conflict',
);

/** A request that is being tried. */
export interface Trying extends Pick<ReplayParts, 'transaction'> {
  /** Undefined: nobody. */
  readonly caller: Caller | undefined;
  /** Whether the caller counts only where the version takes credentials that the request has; otherwise whatever it has. */
  readonly needsCredentials?: boolean;
  /** Whether the caller counts even where the version is locked to others. */
  readonly isTrusted?: boolean;
  /** Whether operations that write are not called. */
  readonly onlyReads?: boolean;
  /** Takes why an operation is not called. */
  readonly onRefusal: (sentence: string | Message) => void;
}

/** Ports for trials: operations write to the transaction of the current one, and nothing leaves this process. */
export function trialPorts(
  system: System,
  { services, accounts, operations }: Omit<ReplayParts, 'transaction'> & { readonly operations: OperationRegistry },
  current: () => Trying,
): OperationPorts {
  const ports = callPorts({ ...system, accounts }, services);
  return {
    ...ports,
    inTransaction: (_signal, work) => work(current().transaction),
    createContext(scope, within) {
      const { type } = scope.binding;
      const { transaction: database, onRefusal, ...trying } = current();
      const operation = operations.get(type)?.operation;
      const isRefused = trying.onlyReads === true && operation?.effect === 'writes';
      if (isRefused || operation?.replay === false) {
        const refusal = isRefused ? new OnlyReads() : new CannotBeUndone({ type });
        onRefusal({ id: refusal.code, values: { type }, message: refusal.message });
        throw refusal;
      }
      const credentials = trying.needsCredentials === true ? scope.credentials : makeCredentials(trying.caller);
      const caller = Object.keys(credentials).some((name) => name !== 'Password') ? trying.caller : undefined;
      const authenticate = async () => (trying.isTrusted === true ? trust(caller, scope) : admit(caller, scope));
      const context = ports.createContext({ ...scope, credentials }, { database, authenticate, ...within });
      // What another service does cannot be rolled back.
      const fetch = () => Promise.reject(new Error('Replays and trials call no other services.'));
      return Object.assign(context, { fetch });
    },
  };
}

/** Operations of the family look for credentials before they ask who calls. */
export function makeCredentials(caller: Caller | undefined): Credentials {
  if (caller === undefined) return {};
  return { [caller.type === 'User' ? 'UserLogin' : 'CustomerUserLogin']: caller.login, Password: MASK };
}

/** The caller, where the web service is not locked to others. */
export function admit(caller: Caller | undefined, scope: OperationScope): Caller | undefined {
  if (caller === undefined) return undefined;
  const { onlyAgents } = scope.authentication;
  if (onlyAgents !== undefined && !(caller.type === 'User' && onlyAgents.includes(caller.login))) {
    scope.onRefusal(`the web service is locked to the agents ${onlyAgents.join(', ')} (OnlyAgents)`);
    return undefined;
  }
  return trust(caller, scope);
}

function trust(caller: Caller | undefined, scope: OperationScope): Caller | undefined {
  if (caller !== undefined) scope.onCaller(caller);
  return caller;
}
