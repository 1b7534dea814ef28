import { inspect } from 'node:util';
import type { Data, Invoker, Operation, Plugin } from '@ticketgate/sdk';
import type { DeliveryOutcome } from '@ticketgate/runtime';

import { inTime, watchRuns, type Runs } from './test-runner.js';
import { injectInto, printUnquoted, type TestAnswer, type TestRequest } from './inject.js';
import type { InvokedCall, TestCall } from './invoke.js';
import { TEST_PASSWORD, type TestAccounts } from './test-accounts.js';
import { openTestSystem, TestClock } from './test-system.js';
import { makeTestGateway, type Recorded } from './test-gateway.js';

/** Milliseconds to wait for running requests when a test ends. */
const DRAINING = 1_000;

export interface TestContextOptions {
  /** The operation or plugin under test; a plugin comes with its services, settings and migrations. */
  readonly plugins?: readonly Plugin[];
  /** Operations without a plugin of their own. */
  readonly operations?: readonly Operation[];
  /** Invokers without a plugin of their own. */
  readonly invokers?: readonly Invoker<never>[];
  /** The initial time; the clock stands still. */
  readonly now?: Date | string;
  /** Settings of the family and of the plugins, as in `config/gateway.yml`. */
  readonly settings?: Data;
  readonly accounts?: TestAccounts;
  /** A real PostgreSQL with all tables. Without it, an operation that uses the database fails. */
  readonly database?: boolean;
}

/**
 * Sends requests through the real gateway: routes, validation, credentials, answers, debug log. Only the network is replaced, and without
 * `database: true` the database.
 */
export interface TestContext {
  readonly clock: TestClock;
  /** Sends a request for an operation of this context, and returns the answer. */
  inject(operation: Pick<Operation, 'type'>, request?: TestRequest): Promise<TestAnswer>;
  /** Calls an invoker of this context like an event. Its request goes to a server of this test, with the response given in `call`. */
  invoke(invoker: Pick<Invoker, 'type'>, call?: TestCall): Promise<InvokedCall>;
  /** The operations that were run. */
  readonly runs: Runs;
  /** The log and the debug log so far. */
  recorded(): Promise<Recorded>;
  /**
   * Delivers due events to the plugins, and returns the outcome of each attempt. For another attempt, advance the clock first. Only with
   * `database: true`.
   */
  deliverEvents(): Promise<readonly DeliveryOutcome[]>;
  /** The URL for other clients of a test. Only with `database: true`. */
  readonly databaseURL: string;
  /** Runs a statement for the test itself. Only with `database: true`. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/**
 * Creates a context for testing operations.
 *
 * @example
 * const context = await createTestContext({ operations: [hello], accounts: { agents: [{ login: 'anna' }] } });
 * const answer = await context.inject(hello, { input: { Name: 'Carla' }, as: 'anna' });
 * assert.deepEqual(answer.data, { Greeting: 'Hello Carla' });
 * await context.close();
 */
export async function createTestContext(options: TestContextOptions = {}): Promise<TestContext> {
  const clock = new TestClock(options.now);
  const { runs, plugins } = watchRuns(gatherPlugins(options));
  const system = await openTestSystem({ ...options, plugins, clock });
  const credentials = makeCredentialFinder(options.accounts ?? {});
  try {
    const { gateway, recorded, deliverEvents, invoke } = await makeTestGateway(system);
    const inject = injectInto(gateway);
    return {
      clock,
      runs,
      recorded,
      deliverEvents,
      invoke: ({ type }, call = {}) => invoke(type, call),
      async inject({ type }, request = {}) {
        const answer = await inject(type, credentials(request.as), request);
        if (answer.status < 400) return answer;
        const id = String(answer.headers['x-request-id']);
        const failure = printFailure(id, runs.thrownFor(id), system.logger.lines);
        return failure === '' ? answer : { ...answer, failure };
      },
      get databaseURL() {
        if (!system.hasDatabase)
          throw new Error('This test has no database. Write createTestContext({ database: true }).');
        return system.location.url;
      },
      query: (text, values) => system.database.query(text, values),
      async close() {
        await inTime(gateway.drain(), DRAINING);
        await system.closing.close();
      },
    };
  } catch (cause) {
    await system.closing.close();
    throw cause;
  }
}

function gatherPlugins({ plugins = [], operations = [], invokers = [] }: TestContextOptions): readonly Plugin[] {
  return operations.length + invokers.length === 0 ? plugins : [...plugins, { name: 'test', operations, invokers }];
}

/** Returns the credentials of an account by login. */
function makeCredentialFinder({ customers = [] }: TestAccounts): (login: string | undefined) => Data {
  return (login) => {
    if (login === undefined) return {};
    const isCustomer = customers.some((customer) => customer.login === login);
    return { [isCustomer ? 'CustomerUserLogin' : 'UserLogin']: login, Password: TEST_PASSWORD };
  };
}

/** Explains why a request failed: the error of its operation with its stack and causes, and its lines of the log. */
function printFailure(id: string, thrown: unknown, log: readonly string[]): string {
  const stack = thrown instanceof Error ? thrown.stack : undefined;
  const logged = log.flatMap((line) => {
    const entry = JSON.parse(line) as Data; // the collecting logger writes objects
    const { level, message, requestId, ...fields } = entry;
    if (requestId !== id) return [];
    const others = Object.entries(fields).filter(([, value]) => value !== stack);
    return [
      `log ${printUnquoted(level)}: ${printUnquoted(message)}`,
      ...others.map(([name, value]) => `  ${name}: ${printUnquoted(value)}`),
    ];
  });
  return [...(thrown === undefined ? [] : [inspect(thrown)]), ...logged].join('\n');
}
