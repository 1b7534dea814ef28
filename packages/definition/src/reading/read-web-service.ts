import { textOf } from '@ticketgate/sdk';

import { deepFreeze } from '../deep-freeze.js';
import type { WebService } from '../web-service.js';
import { readDebugger } from './read-debugger.js';
import { readGateway } from './read-gateway.js';
import { readOperations } from './read-operations.js';
import { member, nonEmptyMap } from './read-record.js';
import { readRequester } from './read-requester.js';
import { readTransport } from './read-transport.js';

/**
 * Reads the plain data of a definition, leniently, as the family serves it: what is broken in one operation is broken there
 * only. Undefined when nothing of the service can be served.
 */
export function readWebService(config: unknown): WebService | undefined {
  if (nonEmptyMap(config) === undefined) return undefined;
  const debuggerOptions = readDebugger(member(config, 'Debugger'));
  const gateway = readGateway(member(config, 'Gateway'));
  if (debuggerOptions === undefined || gateway === undefined) return undefined;
  const provider = member(config, 'Provider');
  return deepFreeze({
    description: textOf(member(config, 'Description')),
    remoteSystem: textOf(member(config, 'RemoteSystem')),
    frameworkVersion: textOf(member(config, 'FrameworkVersion')),
    debugger: debuggerOptions,
    transport: readTransport(member(provider, 'Transport')),
    operations: readOperations(member(provider, 'Operation')),
    requester: readRequester(member(config, 'Requester')),
    gateway,
  });
}
