import { toText, type ProfileName } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';
import { isMap } from 'node:util/types';

import { readDebugger } from '../debugger/read-debugger.js';
import { readGateway } from '../gateway/read-gateway.js';
import { member, nonEmptyMap } from '../yaml/read-record.js';
import { readRequester } from '../requester-http/read-requester.js';
import { readEntry } from '../mapping/read-mapping.js';
import { providerTransports, type TransportDefinition } from '../transport/provider-transports.js';

/** A web service as the gateway compiles it: checked, complete, frozen. Its name and id are not part of the YAML. */
export type WebService = Unchanged<NonNullable<ReturnType<typeof readWebService>>>;

/**
 * Reads the plain data of a definition leniently, as the family serves it: a mistake in one operation only breaks that operation.
 * Undefined if nothing of the service can be served.
 *
 * @param usualProfile the profile of a definition that names none
 */
export function readWebService(config: unknown, usualProfile?: ProfileName) {
  if (nonEmptyMap(config) === undefined) return undefined;
  const debuggerOptions = readDebugger(member(config, 'Debugger'));
  const transport = readTransport(member(member(config, 'Provider'), 'Transport'));
  const gateway = readGateway(member(config, 'Gateway'), usualProfile, transport.kind === 'soap');
  if (debuggerOptions === undefined || gateway === undefined) return undefined;
  const operations = nonEmptyMap(member(member(config, 'Provider'), 'Operation')) ?? {};
  return deepFreeze({
    description: toText(member(config, 'Description')),
    remoteSystem: toText(member(config, 'RemoteSystem')),
    frameworkVersion: toText(member(config, 'FrameworkVersion')),
    debugger: debuggerOptions,
    transport,
    /** Entries that are not maps have no type. */
    operations: new Map(
      Object.entries(operations).map(([name, entry]) => [name, readOperation(name, entry, gateway.profile)]),
    ),
    /** Undefined: the service has no invokers. */
    requester: readRequester(member(config, 'Requester'), member(config, 'Gateway'), gateway.profile),
    gateway,
  });
}

export type OperationDefinition = Unchanged<ReturnType<typeof readOperation>>;

function readOperation(name: string, entry: unknown, profile: ProfileName) {
  return {
    ...readEntry(name, entry, profile),
    /** Seconds; undefined: only the service's limit applies. */
    timeout: readCount(member(entry, 'Timeout')),
  };
}

/** A whole number above 0; `check` reports others. */
function readCount(value: unknown): number | undefined {
  const count = Number(value);
  return Number.isInteger(count) && count > 0 ? count : undefined;
}

/** Reads `Provider.Transport` (`docs/compatibility.md`). */
function readTransport(transport: unknown): TransportDefinition {
  const type = toText(member(transport, 'Type'));
  const served = providerTransports.get(type);
  return served === undefined ? { kind: 'not-served', type } : served.read(nonEmptyMap(member(transport, 'Config')));
}

/** Freezes plain data, lists and the values of maps recursively. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  const members: Iterable<unknown> = isMap(value) ? value.values() : Object.values(value);
  for (const each of members) deepFreeze(each);
  return value;
}
