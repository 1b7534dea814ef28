import type { FinishedRequest } from '@ticketgate/gateway';
import { debuggerSinkOf, type ReadyOperations, type System } from '@ticketgate/runtime';
import type { Caller } from '@ticketgate/sdk';

import { admit, credentialsOf } from './trial-ports.js';
import { openGateway, sendTo, type Trial } from './trial-gateway.js';

/** A request that is to have its effect. */
export interface Sending extends Trial {
  readonly caller: Caller;
}

export interface SentForReal {
  readonly communicationID: string;
  readonly status: number;
  readonly errorCode: string | null;
}

/**
 * Sends a request to a web service as a client with the caller's credentials would. What it does stays, and the debug log has it.
 * Returns why it could not be sent, if so.
 */
export async function sendForReal(
  system: System,
  { operations, ports }: ReadyOperations,
  { record, request, caller }: Sending,
): Promise<SentForReal | string> {
  const ends: FinishedRequest[] = [];
  const gateway = await openGateway(system, record, {
    ...ports,
    createContext(scope, within) {
      const authenticate = async () => admit(caller, scope);
      const context = ports.createContext(scope, { authenticate, ...within });
      return Object.assign(context, { credentials: credentialsOf(caller) });
    },
    operations,
    debuggerSink: debuggerSinkOf(system),
    listeners: [(end) => ends.push(end)],
    now: () => system.now(),
  });
  if (typeof gateway === 'string') return gateway;
  await sendTo(gateway, request);
  const [end] = ends;
  if (end?.record === undefined) return 'No web service has taken it.';
  return { communicationID: end.record.communicationID, status: end.status, errorCode: end.errorCode ?? null };
}
