import type { Diagnostic } from '@ticketgate/definition';

import type { ServiceRecord } from '../ports.js';
import type { CompiledService } from './compiled-service.js';

/** Whether a stored web service answers requests, and why not. */
export interface ServiceState {
  readonly id: number;
  readonly name: string;
  readonly state: 'served' | 'disabled' | 'not servable';
  /** One sentence; for a service that is served, about its parts that are not. A service that only sends requests counts as served. */
  readonly reason: string | undefined;
}

/** The state of a loaded record; `service` may be an earlier version of it. */
export interface LoadedRecord {
  readonly service: CompiledService | undefined;
  /** True when the newest version cannot be served. */
  readonly isBroken: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Why the newest version cannot be served at all. */
  readonly obstacle: Diagnostic | undefined;
}

export function stateOf({ id, name, validID }: ServiceRecord, loaded: LoadedRecord | undefined): ServiceState {
  if (validID !== 1) return { id, name, state: 'disabled', reason: undefined };
  const service = loaded?.service;
  if (service === undefined) return { id, name, state: 'not servable', reason: firstError(loaded) };
  if (service.obstacle !== undefined && !onlySends(service))
    return { id, name, state: 'not servable', reason: service.obstacle };
  const isEarlier = loaded?.isBroken === true;
  return { id, name, state: 'served', reason: isEarlier ? EARLIER : missingOperations(service) };
}

/** A service without operations has nothing to serve. */
function onlySends({ webService: { operations, requester } }: CompiledService): boolean {
  return operations.size === 0 && requester !== undefined;
}

const EARLIER = 'The newest version has errors; the last good one is served.';

function firstError(loaded: LoadedRecord | undefined): string {
  const isError = ({ severity }: Diagnostic) => severity === 'error';
  const error = loaded?.diagnostics.find(isError) ?? loaded?.obstacle;
  return error === undefined ? 'Its definition is empty.' : `Line ${error.line}: ${error.message}`;
}

function missingOperations({ operations }: CompiledService): string | undefined {
  const missing = [...operations].flatMap(([name, entry]) => ('missingType' in entry ? [name] : []));
  return missing.length === 0 ? undefined : `No plugin has the operation types of ${missing.join(', ')}.`;
}
