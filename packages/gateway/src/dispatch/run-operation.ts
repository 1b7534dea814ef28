import {
  isData,
  isOperationError,
  isOperationFault,
  isReply,
  isStreamedAnswer,
  operationName,
  type AnswerHead,
  type Data,
  type OperationAnswer,
  type OperationContext,
  type Reply,
  type StreamedAnswer,
} from '@ticketgate/sdk';
import type { Mistake } from '@ticketgate/sdk/schema';

import { CRASHED, createFailure, createFault } from '../failure.js';
import type { OperationPorts, OperationScope, Within } from '../ports.js';
import type { BoundOperation } from '../services/compile-service.js';
import { hashContent, IdempotencyKeyReused } from './idempotency.js';
import { inputError, joinMistakes } from './checked-input.js';

export type Outcome =
  | (AnsweredData & { readonly kind: 'success'; readonly isReplay?: boolean })
  | { readonly kind: 'stream'; readonly stream: StreamedAnswer };

export interface OperationRun {
  readonly bound: BoundOperation;
  readonly data: unknown;
  /** The values that came as text, at the same places. */
  readonly texts: Data | undefined;
  readonly scope: OperationScope;
  /** The client's `Idempotency-Key`, if the operation takes one. */
  readonly key: string | undefined;
}

/** Whether a call without a transaction needs one, also to store the answer for its Idempotency-Key. */
export function needsTransaction({ bound, key }: Pick<OperationRun, 'bound' | 'key'>): boolean {
  const { effect, transaction } = bound.registered.operation;
  return key !== undefined || (effect === 'writes' && transaction !== 'own');
}

/**
 * Reads the input according to the service's profile, checks it and runs the operation.
 *
 * @throws OperationError those of the operation
 * @throws Failure a fault if the operation could not do its work, `Gateway.IdempotencyKeyReused`
 */
export async function runOperation(call: OperationRun, ports: OperationPorts, within?: Within): Promise<Outcome> {
  const { bound, data, key } = call;
  const { operation } = bound.registered;
  try {
    const context = ports.createContext(call.scope, { ...within, onlyReads: operation.effect === 'reads' });
    const { input, mistakes } = takeInput(call);
    const isUnauthenticated = mistakes.length > 0 && (await requireFit(mistakes, call, context));
    if (key !== undefined && !isUnauthenticated && operation.isTrial?.(data) !== true) {
      return await runOnce({ call, key, input }, ports, context);
    }
    const output = await operation.run(input, context);
    return isStreamedAnswer(output) ? streamed(output, call) : { kind: 'success', ...answeredBy(output, bound) };
  } catch (cause) {
    throw toFailure(cause, call);
  }
}

function toFailure(cause: unknown, { bound, data }: OperationRun): unknown {
  if (isOperationError(cause)) return cause;
  if (isOperationFault(cause)) return new Fault({ message: cause.message }, cause);
  return isData(data) ? cause : new ListNotTaken({ operation: operationName(bound.registered.operation) });
}

/** Most unknown members in an error. */
const MOST_UNKNOWN = 100;

/**
 * Converts the data of a request into the input of its operation, according to the service's profile, and validates it. For operations that
 * check their input themselves, only unknown members are mistakes.
 */
function takeInput({ bound, data, texts }: OperationRun) {
  const { registered, findUnknown, parameters } = bound;
  if (registered.input === undefined) {
    const unknown = findUnknown?.(data, 1) ?? [];
    return { input: unknown.length > 0 ? data : readByProfile(bound, data), mistakes: unknown };
  }
  const input = readByProfile(bound, isData(data) ? registered.input.prepare(data, texts, parameters) : data);
  const mistakes = registered.input.findMistakes(input);
  return { input, mistakes: joinMistakes(mistakes, findUnknown?.(input, MOST_UNKNOWN) ?? []) };
}

function readByProfile({ profile, binding }: BoundOperation, data: unknown): unknown {
  return isData(data) && profile.readInput !== undefined ? profile.readInput(data, binding) : data;
}

/** A stream is destroyed if its request has already ended, since nobody would read it. */
function streamed(stream: StreamedAnswer, { bound, scope }: OperationRun): Outcome {
  const { takesIdempotencyKey } = bound.registered.operation;
  if (takesIdempotencyKey === true) throw refuseStream(stream, bound);
  if (scope.request.signal.aborted) stream.readable.destroy();
  return { kind: 'stream', stream };
}

/** The family's operations fail if the body is a list, which is the client's mistake. */
const ListNotTaken = createFailure<{ operation: string }>('Gateway.WrongStructure', {
  reason: 'Invalid',
  message: ({ operation }) => `${operation} takes a JSON object, but the body is a list.`,
  recorded: () => CRASHED,
});

const Fault = createFault('Gateway.OperationFault');

/**
 * Operations that need credentials report wrong ones before unknown members, unless a credential itself is misspelt.
 *
 * @returns true if there are unknown members and authentication failed, which the operation reports. The context remembers the failure, so
 *   that the request counts as one failed login.
 * @throws OperationError `<Operation>.InvalidParameter`, `<Operation>.MissingParameter`
 */
async function requireFit(mistakes: readonly Mistake[], { bound }: OperationRun, context: OperationContext) {
  const { operation } = bound.registered;
  const name = operationName(operation);
  const error = inputError(name, mistakes);
  const isForAnybody = operation.errors?.includes(`${name}.AuthFail`) !== true;
  if (isForAnybody || mistakes.some(({ kind, isCredential }) => kind !== 'unknown' || isCredential)) throw error;
  if ((await context.authenticate()) !== undefined) throw error;
  return true;
}

/** Runs an operation whose answer is stored for its Idempotency-Key. */
async function runOnce(
  { call: { bound, data }, key, input }: { readonly call: OperationRun; readonly key: string; readonly input: unknown },
  ports: OperationPorts,
  context: OperationContext<never>,
): Promise<Outcome> {
  const work = async (): Promise<StoredAnswer> => {
    const output = await bound.registered.operation.run(input, context);
    if (isStreamedAnswer(output)) throw refuseStream(output, bound);
    const { data: answered, head } = answeredBy(output, bound);
    return head === undefined ? answered : [answered ?? null, head];
  };
  const result = await ports.runOnce(context, { key, fingerprint: hashContent(data) }, work);
  if (result.kind === 'reused') throw new IdempotencyKeyReused({ key });
  return { kind: 'success', ...unpackAnswer(result.result), isReplay: result.kind === 'replayed' };
}

function answeredBy(
  output: Exclude<OperationAnswer, StreamedAnswer>,
  { profile, binding }: BoundOperation,
): AnsweredData {
  const answered = isReply(output) ? output.data : output;
  return {
    data: answered === undefined || profile.present === undefined ? answered : profile.present(answered, binding),
    head: isReply(output) ? pickHead(output) : undefined,
  };
}

function pickHead({ status, headers }: Reply): AnswerHead {
  return { ...(status === undefined ? {} : { status }), ...(headers === undefined ? {} : { headers }) };
}

/** A streamed answer cannot be stored for a repeated request. */
function refuseStream(stream: StreamedAnswer, { registered }: BoundOperation): Error {
  stream.readable.destroy();
  const { type } = registered.operation;
  return new Error(`${type} has takesIdempotencyKey, so it cannot answer a stream. Remove one of the two.`);
}

/** An answer that is not a stream: data, with a status and headers if the operation set any. */
interface AnsweredData {
  readonly data: Data | undefined;
  readonly head: AnswerHead | undefined;
}

/** The stored form: data, which is never a list, or a list of data and head. */
type StoredAnswer = Data | undefined | readonly [Data | null, AnswerHead];

function unpackAnswer(stored: StoredAnswer): AnsweredData {
  if (!isPair(stored)) return { data: stored, head: undefined };
  const [data, head] = stored;
  return { data: data ?? undefined, head };
}

function isPair(stored: StoredAnswer): stored is readonly [Data | null, AnswerHead] {
  return Array.isArray(stored);
}
