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
import { readByProfile, readInput } from './input/read-input.js';
import { inputError, type Mistake } from './input/mistake.js';
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
  /** What of the data came as text, at the same places. */
  readonly texts: Data | undefined;
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
    const { input, mistakes } = readInput(call);
    const isStranger = await requireFit(mistakes, call, context);
    const work = (within: OperationContext<never>) => perform(call, input, within);
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
 * Wrong credentials are reported before unknown members by operations that need any, unless a credential itself is misspelt.
 *
 * @returns true when there are unknown members but nobody was authenticated: the operation says so. The context remembers that,
 *   so that one request counts as one failed login.
 * @throws OperationError `<Operation>.InvalidParameter`, `<Operation>.MissingParameter`
 */
async function requireFit(mistakes: readonly Mistake[], { bound }: Call, context: OperationContext): Promise<boolean> {
  if (mistakes.length === 0) return false;
  const { operation } = bound.registered;
  const name = operationName(operation);
  const error = inputError(name, mistakes);
  const isForAnybody = operation.errors?.includes(`${name}.AuthFail`) !== true;
  if (isForAnybody || mistakes.some(({ kind, isCredential }) => kind !== 'unknown' || isCredential)) throw error;
  if ((await context.authenticate()) !== undefined) throw error;
  return true;
}

async function perform({ bound }: Call, data: unknown, context: OperationContext<never>): Promise<Data | undefined> {
  const { profile, registered, binding } = bound;
  const input = registered.input === undefined ? readByProfile(bound, data) : data;
  const output = await registered.operation.run(input, context);
  return output === undefined || profile.present === undefined ? output : profile.present(output, binding);
}
