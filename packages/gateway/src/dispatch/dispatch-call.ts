import {
  isData,
  isOperationError,
  type Data,
  type Operation,
  type OperationError,
  type Reason,
  type StreamedAnswer,
} from '@ticketgate/sdk';

import type { Trace } from '../debugger/trace.js';
import { createFailure, createFault } from '../failure.js';
import type { Mapping, MappingContext } from '../mapping/mapping.js';
import type { OperationScope, Within } from '../ports.js';
import { withTimeout } from '../services/service-limits.js';
import type { BoundOperation, UnboundOperation } from '../services/compile-service.js';
import type { DispatchResult, OperationRequest } from '../transports/transport.js';
import type { DispatchContext } from './dispatch-context.js';
import { readIdempotencyKey } from './idempotency.js';
import { operationCall } from './operation-call.js';
import { needsTransaction, runOperation, type OperationRun } from './run-operation.js';

/**
 * Calls an operation: maps the input, authenticates, runs, maps the output. Its transaction has ended when this resolves.
 *
 * @throws Failure if the operation cannot answer
 */
export async function dispatchCall(call: OperationRequest, surroundings: DispatchContext): Promise<DispatchResult> {
  const { service, trace } = surroundings;
  trace.addSecrets(call.data);
  trace.debug('Incoming data before mapping', () => call.data);
  const found = service.operations.get(call.operation);
  const inbound = found?.inbound;
  const data = inbound === undefined ? call.data : await mapInput(call.data, inbound, surroundings);
  const bound = requireBound(found);
  const { operation } = bound.registered;
  if (call.isProbe === true && operation.effect === 'writes') return { kind: 'not-run' };

  const headers = takeHeaders(operation, call);
  const scope = operationCall({ surroundings, binding: bound.binding, incoming: call, input: data, headers });
  trace.addSecrets(scope.credentials);
  const key = readIdempotencyKey(call.idempotencyKey, operation);
  const texts = inbound === undefined ? call.texts : await mapTexts(call.texts, { inbound, data }, surroundings);
  const before = { ProviderRequestInput: call.data, ProviderRequestMapOutput: inbound && data };
  const dispatched = { bound, data, texts, scope, key, before };
  try {
    return await (needsTransaction(dispatched) ? runInTransaction : mapAndRun)(dispatched, surroundings);
  } catch (cause) {
    if (isOperationError(cause)) return mapRefusal(cause, dispatched, surroundings);
    throw cause;
  }
}

/** A call with the data before the operation, which outbound mappings may include. */
interface DispatchedCall extends OperationRun {
  readonly before: Data;
}

/** Commits after the outbound mapping, so that nothing is written without an answer. */
async function runInTransaction(call: DispatchedCall, surroundings: DispatchContext): Promise<DispatchResult> {
  const { ports, info } = surroundings;
  let stream: StreamedAnswer | undefined;
  try {
    return await ports.inTransaction(info.signal, async (database) => {
      const outcome = await mapAndRun(call, surroundings, { database });
      if (outcome.kind === 'streamed') stream = outcome.stream;
      return outcome;
    });
  } catch (cause) {
    stream?.readable.destroy();
    throw cause;
  }
}

async function mapAndRun(
  call: DispatchedCall,
  { ports, info, trace }: DispatchContext,
  within?: Within,
): Promise<DispatchResult> {
  const { before, bound } = call;
  const { timeout, outbound } = bound;
  const outcome = await withTimeout(runOperation(call, ports, within), timeout, info);
  if (outcome.kind === 'stream') return { kind: 'streamed', stream: outcome.stream };
  const { data, head, isReplay = false } = outcome;
  trace.debug('Outgoing data before mapping', () => data);
  const mapped = outbound === undefined ? data : await mapOutput(data, { outbound, before }, trace);
  return { kind: 'done', data: mapped, head, isReplay };
}

function requireBound(found: BoundOperation | UnboundOperation | undefined): BoundOperation {
  if (found?.registered !== undefined) return found;
  const type = found?.missingType ?? '';
  if (type === '')
    throw new OperationMissing({ message: 'The route belongs to no operation.', says: 'Got no OperationType!' });
  const says = `Can't load operation backend module Kernel::GenericInterface::Operation::${type}!`;
  throw new OperationMissing({ message: `No plugin has the operation type "${type}".`, says });
}

const OperationMissing = createFault('Gateway.OperationMissing');

async function mapInput(data: unknown, mapping: Mapping, { trace, mappingCharacters }: DispatchContext) {
  const mapped = await mapping.map(data, { ...reportsTo(trace), characters: mappingCharacters });
  trace.addSecrets(mapped);
  trace.debug('Incoming data after mapping', () => mapped);
  return mapped;
}

function reportsTo(trace: Trace): Pick<MappingContext, 'notice' | 'debug'> {
  return { notice: ({ message }) => trace.notice(message), debug: (subject, data) => trace.debug(subject, data) };
}

/** Maps the texts of query and path separately, to find their places in the mapped data. */
async function mapTexts(
  texts: Data | undefined,
  { inbound, data }: { readonly inbound: Mapping; readonly data: unknown },
  { mappingCharacters }: DispatchContext,
): Promise<Data | undefined> {
  if (inbound.makesTexts) return isData(data) ? data : undefined;
  if (texts === undefined) return undefined;
  const mapped = await inbound.map(texts, { notice: () => undefined, characters: mappingCharacters });
  return isData(mapped) ? mapped : undefined;
}

function takeHeaders({ headers }: Operation, call: OperationRequest): OperationScope['headers'] | undefined {
  return headers && Object.fromEntries(Object.keys(headers).map((name) => [name, call.readHeader?.(name)]));
}

/** Errors with these reasons may be bugs of the operation, so they are logged. */
const LOGGED: ReadonlySet<Reason> = new Set(['Broken', 'Conflict']);

/** Maps an operation's error like data, if the service answers flat. */
async function mapRefusal(
  error: OperationError,
  { bound: { outbound, binding }, before }: DispatchedCall,
  { service, trace, info, logger }: DispatchContext,
): Promise<DispatchResult> {
  info.errorCode = error.code;
  if (LOGGED.has(error.reason) && error.cause instanceof Error) {
    const fields = { requestId: info.id, service: service.name, operation: binding.name, error: error.cause };
    logger?.warn(`a request was refused: ${error.code}`, fields);
  }
  trace.error(error.code, () => error.message);
  const data = { Error: { ErrorCode: error.code, ErrorMessage: error.message } };
  trace.debug('Outgoing data before mapping', () => data);
  const isMapped = service.options.answer === 'flat' && outbound !== undefined;
  return { kind: 'refused', error, data: isMapped ? await mapOutput(data, { outbound, before }, trace) : data };
}

type OutputMapping = Pick<DispatchedCall, 'before'> & { readonly outbound: Mapping };

/** @throws Failure, also if a template produces anything but an object */
async function mapOutput(data: Data | undefined, { outbound, before }: OutputMapping, trace: Trace): Promise<Data> {
  trace.addSecrets(data);
  const mapped = await outbound.map(data, { ...reportsTo(trace), parts: { ...before, ProviderResponseInput: data } });
  if (!isData(mapped)) throw new NoObject();
  trace.debug('Outgoing data after mapping', () => mapped);
  return mapped;
}

const NoObject = createFailure('Gateway.MappingFailed', {
  reason: 'Broken',
  message: () => 'The outbound mapping of this operation makes no object of its answer.',
  recorded: () => ({ reason: 'Broken', body: 'Data is not a hash reference.' }),
});
