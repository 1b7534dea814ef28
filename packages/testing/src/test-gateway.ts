import { Gateway, type OperationPorts, type DebuggerEntry } from '@ticketgate/gateway';
import { EventDelivery, gatewayLimits, pluginConsumer, setUpPlugins, type DeliveryOutcome } from '@ticketgate/runtime';
import { type OperationType, operationName, type Operation } from '@ticketgate/sdk';

import { invokeOnce, type TestCall } from './invoke.js';
import type { TestSystem } from './test-system.js';

/** The log and debug log of a context. */
export interface Recorded {
  /** Lines of the log, as JSON. */
  readonly log: readonly string[];
  /** Contents of the debug log. */
  readonly debugLog: readonly string[];
}

/** Creates the gateway, with the debug log in memory. */
export async function makeTestGateway(system: TestSystem) {
  const { operations, ports, listeners, problems } = await setUpPlugins(system);
  if (problems[0] !== undefined) throw new Error(problems.map(({ message }) => message).join('\n'));
  const entries: DebuggerEntry[] = [];
  const write = (written: readonly DebuggerEntry[]) => {
    entries.push(...written);
    return Promise.resolve();
  };
  const gateway = new Gateway({
    operations,
    ...ports,
    ...(system.hasDatabase ? {} : withoutDatabase(system)),
    debuggerSink: { indent: 0, write },
    listeners: [],
    logger: system.logger,
    now: () => system.now(),
    limits: readTestLimits(system.configuration),
    cookieName: system.settings.text('SessionName'),
    remoteAddress: () => '127.0.0.1',
  });
  gateway.publish([testService(system.plugins.flatMap((plugin) => plugin.operations))]);
  const recorded = async (): Promise<Recorded> => {
    await gateway.drain();
    const contents = entries.flatMap((entry) => entry.contents.map(({ subject, content }) => `${subject}\n${content}`));
    return { log: [...system.logger.lines], debugLog: contents };
  };
  const deliverEvents = async () => {
    const outcomes: DeliveryOutcome[] = [];
    for (const listener of listeners) {
      const delivery = new EventDelivery(system, pluginConsumer(system, listener), (outcome) => outcomes.push(outcome));
      delivery.wake();
      await delivery.settled();
    }
    return outcomes;
  };
  const invoking = { system, operations, ports, record: write };
  return {
    gateway,
    recorded,
    deliverEvents,
    invoke: (type: OperationType, call: TestCall) => invokeOnce(type, call, invoking),
  };
}

/** As configured, but for requests of unknown callers, which are recorded like all others. */
function readTestLimits(configuration: TestSystem['configuration']) {
  const { debugLog, ...limits } = gatewayLimits(configuration);
  const { maxTextLength: maxUnauthenticatedTextLength, queueLength: unauthenticatedFailures } = debugLog;
  return { ...limits, debugLog: { ...debugLog, maxUnauthenticatedTextLength, unauthenticatedFailures } };
}

function withoutDatabase({ database }: TestSystem): Partial<OperationPorts> {
  const message = 'An Idempotency-Key is kept in the database. Write createTestContext({ database: true }).';
  return { inTransaction: (_signal, work) => work(database), runOnce: () => Promise.reject(new Error(message)) };
}

const NAME = 'Test';

export function toPath(type: OperationType): string {
  return `/Webservice/${NAME}/${toRouteName(type)}`;
}

function toRouteName(type: OperationType): string {
  return type.replace('::', '-');
}

/** A web service with a route for each operation, as JSON, which is valid YAML. Operations with the same name get their full type. */
function testService(operations: readonly Operation[]) {
  const entries = operations.map(({ type }) => [chooseName(type, operations), type] as const);
  const definition = {
    Debugger: { DebugThreshold: 'debug' },
    Provider: {
      Operation: Object.fromEntries(entries.map(([name, type]) => [name, { Type: type }])),
      Transport: {
        Type: 'HTTP::REST',
        Config: {
          MaxLength: 10_000_000,
          RouteOperationMapping: Object.fromEntries(
            entries.map(([name, type]) => [name, { Route: `/${toRouteName(type)}`, RequestMethod: METHODS }]),
          ),
        },
      },
    },
    Gateway: { Profile: 'contract', ErrorStatus: 'http' },
  };
  return { id: 1, name: NAME, config: JSON.stringify(definition), validID: 1 };
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

function chooseName(type: OperationType, operations: readonly Operation[]): string {
  const name = operationName({ type });
  const isShared = operations.some((other) => other.type !== type && operationName(other) === name);
  return isShared ? toRouteName(type) : name;
}
