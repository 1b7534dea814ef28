import { isData, type Credentials, type ProfileName } from '@ticketgate/sdk';

import { Trace } from '../debugger/trace.js';
import { dispatchCall } from '../dispatch/dispatch-call.js';
import { internalRequest } from '../dispatch/dispatch-context.js';
import type { OperationRegistry } from '../dispatch/operation-registry.js';
import { Failure } from '../failure.js';
import type { OperationPorts, DebuggerEntryContent, ServiceRecord } from '../ports.js';
import type { CompiledService } from '../services/compile-service.js';
import { Publisher } from '../services/publisher.js';
import { withTimeout } from '../services/service-limits.js';
import { transports } from '../transports/transports.js';

/** A recorded call, before the inbound mapping. */
export interface RecordedInput {
  readonly communicationID: string;
  readonly method: string;
  readonly operation: string;
  readonly data: unknown;
}

export interface ReplayPorts extends Pick<OperationPorts, 'createContext' | 'inTransaction'> {
  readonly operations: OperationRegistry;
  /** Data that replaces recorded data that was masked. */
  readonly credentials: Credentials;
  readonly now: () => Date;
  /** Spaces per level of recorded JSON. */
  readonly indent: number;
  /** Seconds that a call may take in a service that does not say; undefined for no limit. */
  readonly timeout: number | undefined;
}

/** The result of a replayed call. */
export interface ReplayResult {
  readonly errorCode: string | undefined;
  /** Its entry for the debug log. */
  readonly contents: readonly DebuggerEntryContent[];
}

/** Characters that a mapping may compare: the limits of requests do not apply here. */
const MAPPING_CHARACTERS = 10_000_000;
const WHOLE = 100_000_000;

/** Compiles a version of a service for replays; undefined when it cannot be served. */
export async function compileForReplay(
  record: ServiceRecord,
  registry: OperationRegistry,
  usualProfile?: ProfileName,
): Promise<CompiledService | undefined> {
  const publisher = new Publisher({ registry, transports }, { usualProfile });
  const records = [{ ...record, validID: 1 }];
  await publisher.prepare(records);
  publisher.publish(records);
  return publisher.table.byName(record.name);
}

/**
 * Replays a recorded call in a version of a service: mapping, operation, mapping. Whether writes persist depends on
 * the contexts that `createContext` creates.
 */
export async function replayCall(
  service: CompiledService,
  call: RecordedInput,
  ports: ReplayPorts,
): Promise<ReplayResult> {
  const { now, indent } = ports;
  const info = internalRequest({ id: call.communicationID, method: call.method, userAgent: 'replay' });
  const options = { ...service.debugger, threshold: 'debug', testMode: false } as const;
  const trace = new Trace(options, { now, indent, describeRequest: () => undefined });
  const surroundings = {
    service,
    info,
    trace,
    operations: ports.operations,
    mappingCharacters: MAPPING_CHARACTERS,
    ports: { ...ports, runOnce: () => Promise.reject(new Error('A replay has no keys.')) },
  };
  try {
    const readCredentials = () => ports.credentials;
    const incoming = { ...call, readCredentials, texts: textsOf(call, service) };
    const dispatched = dispatchCall(incoming, surroundings);
    const outcome = await withTimeout(dispatched, service.options.transport.timeout ?? ports.timeout, info);
    if (outcome.kind === 'streamed') outcome.stream.readable.destroy();
  } catch (reason) {
    info.errorCode = reason instanceof Failure ? reason.code : 'Gateway.InternalError';
    trace.error(info.errorCode, () => (reason instanceof Error ? reason.message : undefined));
  }
  const head = { communicationID: call.communicationID, communicationType: 'Provider', remoteIP: undefined } as const;
  const entry = trace.finish({ ...head, webServiceID: service.id, time: now(), path: '' }, WHOLE);
  return { errorCode: info.errorCode, contents: entry?.contents ?? [] };
}

/** Without a body, and in some transports always, everything came as text. */
function textsOf({ method, data }: RecordedInput, { transport }: CompiledService) {
  return (method === 'GET' || transport?.takesTexts === true) && isData(data) ? data : undefined;
}
