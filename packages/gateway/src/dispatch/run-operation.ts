import {
  isData,
  isOperationError,
  isOperationFault,
  isReply,
  isStreamedAnswer,
  operationName,
  type AnswerHead,
  type Data,
  type OperationContext,
  type Reply,
  type StreamedAnswer,
} from '@ticketgate/sdk';

import { CRASHED, createFailure, createFault } from '../failure.js';
import type { OperationPorts, OperationScope, Within } from '../ports.js';
import type { BoundOperation } from '../services/compiled-service.js';
import { fingerprintOf, IdempotencyKeyReused } from './idempotency.js';
import { readInput } from './input/read-input.js';
import { inputError, type Mistake } from './input/mistake.js';

/** The answer of an operation: data, nothing, or a stream. */
export type Outcome =
  | (AnsweredData & { readonly kind: 'success'; readonly isReplay?: boolean })
  | { readonly kind: 'stream'; readonly stream: StreamedAnswer };

/** A call with everything that its operation needs. */
export interface OperationRun {
  readonly bound: BoundOperation;
  readonly data: unknown;
  /** The values that came as text, at the same places. */
  readonly texts: Data | undefined;
  readonly scope: OperationScope;
  /** The client's `Idempotency-Key`, where the operation takes one. */
  readonly key: string | undefined;
}

/** Whether a call that runs in no transaction yet needs one, also for the record of its Idempotency-Key. */
export function needsTransaction({ bound, key }: Pick<OperationRun, 'bound' | 'key'>): boolean {
  const { effect, transaction } = bound.registered.operation;
  return key !== undefined || (effect === 'writes' && transaction !== 'own');
}

/**
 * Reads the input by the service's profile, checks it and runs the operation.
 *
 * @throws OperationError those of the operation
 * @throws Failure a fault when the operation could not do its work, `Gateway.IdempotencyKeyReused`
 */
export async function runOperation(call: OperationRun, ports: OperationPorts, within?: Within): Promise<Outcome> {
  try {
    const context = ports.createContext(call.scope, within);
    const { input, mistakes } = readInput(call);
    const isStranger = mistakes.length > 0 && (await requireFit(mistakes, call, context));
    const work = () => perform(call, input, context);
    if (call.bound.registered.operation.takesIdempotencyKey === true) {
      return await runStorable(isStranger ? { ...call, key: undefined } : call, ports, { context, work });
    }
    const answered = await work();
    return isStreamedAnswer(answered) ? streamed(answered, call.scope) : { kind: 'success', ...answered };
  } catch (cause) {
    if (isOperationError(cause)) throw cause;
    if (isOperationFault(cause)) throw new Fault({ message: cause.message }, cause);
    throw isData(call.data) ? cause : new ListNotTaken({ operation: operationName(call.bound.registered.operation) });
  }
}

/** A stream whose request is already over is destroyed, since nobody would read it. */
function streamed(stream: StreamedAnswer, { request }: OperationScope): Outcome {
  if (request.signal.aborted) stream.readable.destroy();
  return { kind: 'stream', stream };
}

/** Operations of the family fail on a list, which is the client's mistake. */
const ListNotTaken = createFailure<{ operation: string }>('Gateway.WrongStructure', {
  reason: 'Invalid',
  message: ({ operation }) => `${operation} takes a JSON object, but the body is a list.`,
  recorded: () => CRASHED,
});

const Fault = createFault('Gateway.OperationFault');

/**
 * Operations that need credentials report wrong ones before unknown members, unless a credential itself is misspelt.
 *
 * @returns true when there are unknown members and authentication failed, which the operation reports. The context remembers the
 *   failure, so that the request counts as one failed login.
 * @throws OperationError `<Operation>.InvalidParameter`, `<Operation>.MissingParameter`
 */
async function requireFit(
  mistakes: readonly Mistake[],
  { bound }: OperationRun,
  context: OperationContext,
): Promise<boolean> {
  const { operation } = bound.registered;
  const name = operationName(operation);
  const error = inputError(name, mistakes);
  const isForAnybody = operation.errors?.includes(`${name}.AuthFail`) !== true;
  if (isForAnybody || mistakes.some(({ kind, isCredential }) => kind !== 'unknown' || isCredential)) throw error;
  if ((await context.authenticate()) !== undefined) throw error;
  return true;
}

type Performed = AnsweredData | StreamedAnswer;

interface Work {
  readonly context: OperationContext<never>;
  readonly work: () => Promise<Performed>;
}

/** Runs an operation whose answer is stored under its Idempotency-Key. */
async function runStorable(
  { bound, key, data }: OperationRun,
  ports: OperationPorts,
  { context, work }: Work,
): Promise<Outcome> {
  const answer = async () => requireData(await work(), bound);
  const isTrial = bound.registered.operation.isTrial?.(data) === true;
  if (key === undefined || isTrial) return { kind: 'success', ...(await answer()) };
  const call = { key, fingerprint: fingerprintOf(data) };
  const result = await ports.runOnce(context, call, async () => packAnswer(await answer()));
  if (result.kind === 'reused') throw new IdempotencyKeyReused({ key });
  return { kind: 'success', ...unpackAnswer(result.result), isReplay: result.kind === 'replayed' };
}

async function perform({ bound }: OperationRun, input: unknown, context: OperationContext<never>): Promise<Performed> {
  const { profile, registered, binding } = bound;
  const output = await registered.operation.run(input, context);
  if (isStreamedAnswer(output)) return output;
  const answered = isReply(output) ? output.data : output;
  return {
    data: answered === undefined || profile.present === undefined ? answered : profile.present(answered, binding),
    head: isReply(output) ? headOf(output) : undefined,
  };
}

function headOf({ status, headers }: Reply): AnswerHead {
  return { ...(status === undefined ? {} : { status }), ...(headers === undefined ? {} : { headers }) };
}

/** Refuses a streamed answer, since it cannot be stored for a repeated request. */
function requireData(performed: Performed, { registered }: BoundOperation): AnsweredData {
  if (!isStreamedAnswer(performed)) return performed;
  performed.readable.destroy();
  const { type } = registered.operation;
  throw new Error(`${type} has takesIdempotencyKey, so it cannot answer a stream. Remove one of the two.`);
}

/** The answer of an operation that is not a stream: data, with a status and headers if it set any. */
interface AnsweredData {
  readonly data: Data | undefined;
  readonly head: AnswerHead | undefined;
}

/** The form in which it is stored: the data, which is never a list, or a list of data and head. */
type StoredAnswer = Data | undefined | readonly [Data | null, AnswerHead];

function packAnswer({ data, head }: AnsweredData): StoredAnswer {
  return head === undefined ? data : [data ?? null, head];
}

function unpackAnswer(stored: StoredAnswer): AnsweredData {
  if (!isPair(stored)) return { data: stored, head: undefined };
  const [data, head] = stored;
  return { data: data ?? undefined, head };
}

function isPair(stored: StoredAnswer): stored is readonly [Data | null, AnswerHead] {
  return Array.isArray(stored);
}
