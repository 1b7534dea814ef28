import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  compileUnpublished,
  type CompiledService,
  type DebuggerEntry,
  type OperationRegistry,
} from '@ticketgate/gateway';
import { Invokers, type ReadyOperations, type System } from '@ticketgate/runtime';
import { isData, type Data, type OperationType } from '@ticketgate/sdk';

/** A call of an invoker. */
export interface TestCall {
  /** The data of the event. */
  readonly data?: Data;
  /** The options of the invoker in the definition. */
  readonly config?: Data;
  /** The response; default: an empty object. */
  readonly answer?: unknown;
  /** Its status; default 200. */
  readonly status?: number;
}

export interface InvokedCall {
  readonly isSuccess: boolean;
  /** Why it failed; `''` after success. */
  readonly errorMessage: string;
  /** The bodies of the requests. */
  readonly sent: readonly Data[];
  /** The result of the invoker's `handle`. */
  readonly data: unknown;
}

interface InvokingParts extends Pick<ReadyOperations, 'operations' | 'ports'> {
  readonly system: System;
  /** Writes the debug log entry. */
  readonly record: (entries: readonly DebuggerEntry[]) => Promise<void>;
}

/** Calls an invoker in a new web service, with a temporary server as the other system. */
export async function invokeOnce(
  type: OperationType,
  { data = {}, config = {}, answer = {}, status = 200 }: TestCall,
  { system, operations, ports, record }: InvokingParts,
): Promise<InvokedCall> {
  const sent: Data[] = [];
  const remote = createServer((request, response) => {
    void text(request).then((body) => {
      sent.push(unpack(body));
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = remote.address() as AddressInfo; // it listens on a port
    const service = await compileTestService({ ...config, Type: type }, port, operations);
    const invokers = new Invokers(reaching(system, `127.0.0.1:${port}`), operations, ports);
    const { signal } = new AbortController();
    const { isSuccess, errorMessage, data: made, entry } = await invokers.call({ service, invoker, data, signal });
    if (entry !== undefined) await record([entry]);
    return { isSuccess, errorMessage, data: made, sent };
  } finally {
    remote.closeAllConnections();
    remote.close();
  }
}

/** A copy of the system whose invokers may only connect to this host. */
function reaching(system: System, host: string): System {
  const { configuration } = system;
  const requester = { ...configuration.requester, allowedHosts: [host] };
  return { ...system, configuration: { ...configuration, requester } };
}

const invoker = 'Test';

async function compileTestService(entry: Data, port: number, operations: OperationRegistry): Promise<CompiledService> {
  const Config = {
    Host: `http://127.0.0.1:${port}`,
    DefaultCommand: 'POST',
    Timeout: '30',
    InvokerControllerMapping: { [invoker]: { Controller: '/' } },
  };
  const config = JSON.stringify({
    Debugger: { DebugThreshold: 'debug' },
    Requester: { Transport: { Type: 'HTTP::REST', Config }, Invoker: { [invoker]: entry } },
  });
  const service = await compileUnpublished({ id: 1, name: 'Test', config, validID: 1 }, operations);
  if (service === undefined) throw new Error(`The invoker ${String(entry.Type)} cannot be called with this config.`);
  return service;
}

function unpack(body: string): Data {
  const value: unknown = body === '' ? {} : JSON.parse(body);
  return isData(value) ? value : {};
}
