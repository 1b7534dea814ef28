import {
  isData,
  isOperationError,
  isOperationFault,
  operationName,
  type Data,
  type OperationContext,
  type OperationError,
} from '@ticketgate/sdk';

import { CRASHED, Failure, fault } from '../failure.js';
import type { CallScope, CreateContext, RunOnce } from '../ports.js';
import { fingerprintOf, keyReused } from './idempotency.js';
import type { BoundOperation } from '../services/compiled-service.js';

/** What an operation answered: data, nothing, or an error of its own. */
export type Outcome =
  | { readonly kind: 'success'; readonly data: Data | undefined; readonly isReplay?: boolean }
  | { readonly kind: 'error'; readonly error: OperationError };

/** Makes contexts, and carries keyed calls out once. */
export interface CallPorts {
  readonly createContext: CreateContext;
  readonly runOnce: RunOnce;
}

/** A call with everything that its operation needs. */
export interface Call {
  readonly bound: BoundOperation;
  readonly data: unknown;
  readonly scope: CallScope;
  /** The client's `Idempotency-Key`, where the operation takes one. */
  readonly key: string | undefined;
}

/**
 * Reads the input by the service's profile, checks it and runs the operation.
 *
 * @throws Failure a fault when the operation could not do its work, `Gateway.IdempotencyKeyReused`
 */
export async function runOperation(call: Call, ports: CallPorts): Promise<Outcome> {
  try {
    const { key, scope, data } = call;
    const context = ports.createContext(scope);
    const isStranger = await requireKnown(call, context);
    const work = (within: OperationContext<never>) => perform(call, within);
    if (key === undefined || isStranger) return { kind: 'success', data: await work(context) };
    const result = await ports.runOnce(scope, { key, fingerprint: fingerprintOf(data) }, work);
    if (result.kind === 'reused') throw keyReused(key);
    return { kind: 'success', data: result.data, isReplay: result.kind === 'replayed' };
  } catch (cause) {
    if (isOperationError(cause)) return { kind: 'error', error: cause };
    if (isOperationFault(cause)) throw fault('Gateway.OperationFault', cause.message, { cause });
    throw isData(call.data) ? cause : listNotTaken(call.bound);
  }
}

/** Operations of the family crash on a list; that is the mistake of whoever sent it. */
function listNotTaken({ registered }: BoundOperation): Failure {
  const message = `${operationName(registered.operation)} takes a JSON object, but the body is a list.`;
  return new Failure({ code: 'Gateway.WrongStructure', message, reason: 'Invalid', recorded: CRASHED });
}

/**
 * Wrong credentials are reported first by operations that need any, unless a credential itself is misspelt.
 *
 * @returns true when there are unknown members but nobody was authenticated: the operation says so. The context remembers that,
 *   so that one request counts as one failed login.
 * @throws OperationError `<Operation>.InvalidParameter`
 */
async function requireKnown({ bound, data }: Call, context: OperationContext): Promise<boolean> {
  const unknown = bound.findUnknown?.(data);
  if (unknown === undefined) return false;
  const { operation } = bound.registered;
  const isForAnybody = operation.errors?.includes(`${operationName(operation)}.AuthFail`) !== true;
  if (isForAnybody || unknown.isCredential) throw unknown.error;
  if ((await context.authenticate()) !== undefined) throw unknown.error;
  return true;
}

async function perform({ bound, data }: Call, context: OperationContext<never>): Promise<Data | undefined> {
  const { readInput, present } = bound.profile;
  const input = isData(data) && readInput !== undefined ? readInput(data, bound.binding) : data;
  bound.registered.check(input);
  const output = await bound.registered.operation.run(input, context);
  return output === undefined || present === undefined ? output : present(output, bound.binding);
}
