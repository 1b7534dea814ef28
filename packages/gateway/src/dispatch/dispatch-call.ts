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
import { createFailure, createFault, type Failure } from '../failure.js';
import type { MappingContext } from '../mapping/mapping.js';
import type { OperationScope, Within } from '../ports.js';
import type { BoundOperation, UnboundOperation } from '../services/compiled-service.js';
import type { DispatchResult, OperationRequest } from '../transports/transport.js';
import type { DispatchContext } from './dispatch-context.js';
import { readIdempotencyKey } from './idempotency.js';
import { OperationCall } from './operation-call.js';
import { runOperation, type OperationRun } from './run-operation.js';
import { transacts } from './transacts.js';

/**
 * Carries out a call of an operation: map, authenticate and run, map back. A transaction of the operation is over when this resolves.
 *
 * @throws Failure whatever keeps the operation from answering
 */
export async function dispatchCall(call: OperationRequest, surroundings: DispatchContext): Promise<DispatchResult> {
  const { service, trace } = surroundings;
  trace.addSecrets(call.data);
  trace.debug('Incoming data before mapping', () => call.data);
  const entry = service.operations.get(call.operation);
  const input = await mapInput(call.data, entry?.inbound, surroundings);
  const bound = requireBound(entry);
  const { operation } = bound.registered;
  if (call.isProbe && operation.effect === 'writes') return { kind: 'not-run' };

  const scope = scopeOf({ call, bound, input }, surroundings);
  const key = readIdempotencyKey(call.idempotencyKey, operation);
  const texts = await textsBehind({ call, bound, input }, surroundings);
  const before = { ProviderRequestInput: call.data, ProviderRequestMapOutput: bound.inbound && input };
  try {
    return await settle({ bound, data: input, texts, scope, key, before }, surroundings);
  } catch (cause) {
    if (isOperationError(cause)) return refuse(cause, { bound, before }, surroundings);
    throw cause;
  }
}

/** A call with what came of it before its operation, which outbound mappings may include. */
interface DispatchedCall extends OperationRun {
  readonly before: Data;
}

/** With its transaction, if it has one: what cannot be answered is not committed. */
async function settle(call: DispatchedCall, surroundings: DispatchContext): Promise<DispatchResult> {
  const { ports, info } = surroundings;
  if (!transacts(call)) return carryOut(call, surroundings);
  let stream: StreamedAnswer | undefined;
  try {
    return await ports.inTransaction(info.signal, async (database) => {
      const outcome = await carryOut(call, surroundings, { database });
      if (outcome.kind === 'streamed') stream = outcome.stream;
      return outcome;
    });
  } catch (cause) {
    stream?.readable.destroy();
    throw cause;
  }
}

async function carryOut(
  call: DispatchedCall,
  { ports, info, trace }: DispatchContext,
  within?: Within,
): Promise<DispatchResult> {
  const { bounds, outbound } = call.bound;
  const run = () => runOperation(call, ports, within);
  const outcome = await (bounds === undefined ? run() : bounds.run(run, info));
  if (outcome.kind === 'stream') return { kind: 'streamed', stream: outcome.stream };
  const { data, head, isReplay = false } = outcome;
  trace.debug('Outgoing data before mapping', () => data);
  return { kind: 'done', data: await mapOutput(data, { outbound, before: call.before, trace }), head, isReplay };
}

function requireBound(entry: BoundOperation | UnboundOperation | undefined): BoundOperation {
  if (entry === undefined) throw missingOperation('');
  if ('missingType' in entry) throw missingOperation(entry.missingType);
  return entry;
}

function missingOperation(type: string): Failure {
  if (type === '')
    return new OperationMissing({ message: 'The route belongs to no operation.', says: 'Got no OperationType!' });
  const says = `Can't load operation backend module Kernel::GenericInterface::Operation::${type}!`;
  return new OperationMissing({ message: `No plugin has the operation type "${type}".`, says });
}

const OperationMissing = createFault('Gateway.OperationMissing');

async function mapInput(
  data: unknown,
  mapping: BoundOperation['inbound'],
  { trace, mappingCharacters }: DispatchContext,
): Promise<unknown> {
  if (mapping === undefined) return data;
  const mapped = await mapping.map(data, { ...reportsTo(trace), characters: mappingCharacters });
  trace.addSecrets(mapped);
  trace.debug('Incoming data after mapping', () => mapped);
  return mapped;
}

function reportsTo(trace: Trace): Pick<MappingContext, 'notice' | 'debug'> {
  return {
    notice: (sentence) => {
      trace.notice(sentence);
    },
    debug: (subject, data) => {
      trace.debug(subject, data);
    },
  };
}

/** Where the texts of query and path are behind the inbound mapping, which has mapped them together with the body before. */
async function textsBehind(
  { call: { texts }, bound: { inbound }, input }: BoundCall,
  { mappingCharacters }: DispatchContext,
): Promise<Data | undefined> {
  if (inbound?.makesTexts === true) return isData(input) ? input : undefined;
  if (texts === undefined || inbound === undefined) return texts;
  const mapped = await inbound.map(texts, { notice: () => undefined, characters: mappingCharacters });
  return isData(mapped) ? mapped : undefined;
}

interface BoundCall {
  readonly call: OperationRequest;
  readonly bound: BoundOperation;
  readonly input: unknown;
}

function scopeOf({ call, bound, input }: BoundCall, surroundings: DispatchContext): OperationScope {
  const credentials = call.readCredentials(input);
  surroundings.trace.addSecrets(credentials);
  const headers = readHeaders(bound.registered.operation, call);
  return new OperationCall({
    surroundings,
    binding: bound.binding,
    incoming: call,
    input,
    credentials,
    headers,
    depth: 0,
  });
}

const NO_HEADERS = Object.freeze({});

function readHeaders({ headers }: Operation, call: OperationRequest): OperationScope['headers'] {
  if (headers === undefined) return NO_HEADERS;
  return Object.fromEntries(Object.keys(headers).map((name) => [name, call.readHeader(name)]));
}

/** Errors with these reasons may be mistakes of the operation, which its author has to see. */
const LOGGED: ReadonlySet<Reason> = new Set(['Broken', 'Conflict']);

/** Errors of operations take the same way back as data: through the outbound mapping of a flat service. */
async function refuse(
  error: OperationError,
  { bound: { outbound, binding }, before }: Pick<DispatchedCall, 'bound' | 'before'>,
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
  const mapped = service.options.answer === 'flat' ? await mapOutput(data, { outbound, before, trace }) : data;
  return { kind: 'refused', error, data: mapped };
}

interface OutputMapping extends Pick<DispatchedCall, 'before'> {
  readonly outbound: BoundOperation['outbound'];
  readonly trace: Trace;
}

/** @throws Failure also when a template makes something else than an object */
async function mapOutput<Output>(data: Output, { outbound, before, trace }: OutputMapping): Promise<Output | Data> {
  if (outbound === undefined) return data;
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
