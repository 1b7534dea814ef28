import { textOf, isData, type ProfileName, isTrue } from '@ticketgate/sdk';
import { isMap } from 'node:util/types';

import type { WebService, OperationDefinition, TransportDefinition, DebugLevel } from '../web-service.js';
import { readGateway } from './read-gateway.js';
import { member, nonEmptyMap } from './read-record.js';
import { readRequester } from './read-requester.js';
import { readEntry } from './read-mapping.js';
import { providerTransports } from '../provider-transports.js';

/**
 * Reads the plain data of a definition, leniently, as the family serves it: what is broken in one operation is broken there
 * only. Undefined when nothing of the service can be served.
 *
 * @param usualProfile of a definition that names none
 */
export function readWebService(config: unknown, usualProfile?: ProfileName): WebService | undefined {
  if (nonEmptyMap(config) === undefined) return undefined;
  const debuggerOptions = readDebugger(member(config, 'Debugger'));
  const gateway = readGateway(member(config, 'Gateway'), usualProfile);
  if (debuggerOptions === undefined || gateway === undefined) return undefined;
  const provider = member(config, 'Provider');
  return deepFreeze({
    description: textOf(member(config, 'Description')),
    remoteSystem: textOf(member(config, 'RemoteSystem')),
    frameworkVersion: textOf(member(config, 'FrameworkVersion')),
    debugger: debuggerOptions,
    transport: readTransport(member(provider, 'Transport')),
    operations: readOperations(member(provider, 'Operation')),
    requester: readRequester(member(config, 'Requester'), member(config, 'Gateway')),
    gateway,
  });
}

/** Reads `Provider.Operation`; entries that are not maps have no type. */
function readOperations(operations: unknown): ReadonlyMap<string, OperationDefinition> {
  const entries = Object.entries(isData(operations) ? operations : {});
  return new Map(entries.map(([name, entry]) => [name, readOperation(name, entry)]));
}

function readOperation(name: string, entry: unknown): OperationDefinition {
  return {
    ...readEntry(name, entry),
    timeout: readCount(member(entry, 'Timeout')),
    concurrency: readCount(member(entry, 'Concurrency')),
  };
}

/** A whole number above 0; `check` reports others. */
function readCount(value: unknown): number | undefined {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 ? count : undefined;
}

/** Reads `Provider.Transport` (`docs/compatibility.md`). */
function readTransport(transport: unknown): TransportDefinition {
  const type = textOf(member(transport, 'Type'));
  const served = providerTransports.get(type);
  return served === undefined ? { kind: 'not-served', type } : served.read(nonEmptyMap(member(transport, 'Config')));
}

export const DEBUG_LEVELS: readonly DebugLevel[] = ['debug', 'info', 'notice', 'error'];

/** The level that a word means: by its beginning, in any case. Undefined when no level begins so. */
export function readDebugLevel(word: string): DebugLevel | undefined {
  return DEBUG_LEVELS.find((level) => word.toLowerCase().startsWith(level));
}

/** Reads `Debugger`. Undefined when the section or its level is unusable: then no request can be served. */
function readDebugger(section: unknown): WebService['debugger'] | undefined {
  if (nonEmptyMap(section) === undefined) return undefined;
  const word = member(section, 'DebugThreshold');
  const threshold = isTrue(word) ? readDebugLevel(textOf(word)) : 'error';
  return threshold && { threshold, testMode: isTrue(member(section, 'TestMode')) };
}

/** Freezes plain data, lists and the values of maps, all the way down. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  const members: Iterable<unknown> = isMap(value) ? value.values() : Object.values(value);
  for (const each of members) deepFreeze(each);
  return value;
}
