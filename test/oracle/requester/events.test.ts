import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventAdministration } from '@ticketgate/database';
import { compileUnpublished } from '@ticketgate/gateway';
import { isData, type Data, type EventName } from '@ticketgate/sdk';
import { untilTrue } from '../../support/index.js';

import { Remote } from '../../../packages/runtime/test/invokers/remote.js';
import { createEvents } from '../../../packages/runtime/src/events/plugin-events.js';
import {
  explainedNames,
  isThere,
  playerOf,
  readRecorded,
  readRecordedFile,
  type Recorded,
  type RecordedRequest,
} from './recorded.js';
import { startRecordedSystem, type RecordedSystem } from './recorded-system.js';

let system: RecordedSystem;
let remote: Remote;
/** The server by another address, which it does not know to be its own. */
let otherSystem: Server;
/** The time of the system. It stands still, because an unlock time that is set twice in a second raises no event. */
let now = new Date();

beforeAll(async () => {
  if (!isThere) return;
  remote = await Remote.start();
  otherSystem = createServer((incoming, answer) => {
    const { method, headers } = incoming;
    const forwarded = send(`${system.server.url}${incoming.url ?? ''}`, { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(forwarded);
  });
  await once(otherSystem.listen(0, '127.0.0.1'), 'listening');
  system = await startRecordedSystem([`127.0.0.1:${remote.port}`, `127.0.0.1:${otherPort()}`], () => now);
});

afterAll(async () => {
  if (!isThere) return;
  otherSystem.closeAllConnections();
  otherSystem.close();
  await system.stop();
  await remote.close();
});

function otherPort(): number {
  return (otherSystem.address() as AddressInfo).port;
}

/** The ids of a ticket by the names that the recordings have for them. */
type Captures = Readonly<Record<string, string>>;

function withCaptures<Value>(value: Value, captures: Captures): Value {
  const text = JSON.stringify(value).replace(/\{\{(\w+)\}\}/g, (_, name: string) => captures[name] ?? '');
  return JSON.parse(text) as Value;
}

async function answerTo({ method, path, body }: RecordedRequest): Promise<Data> {
  const url = `${system.server.url}/otobo/nph-genericinterface.pl/Webservice/${path}`;
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  return (await response.json()) as Data;
}

async function create(request: RecordedRequest): Promise<Captures> {
  const { TicketID, TicketNumber, ArticleID } = await answerTo(request);
  return { TID: String(TicketID), TN: String(TicketNumber), AID: String(ArticleID) };
}

function readDefinition(file: string): string {
  return readRecordedFile(file)
    .replaceAll(':5190', `:${remote.port}`)
    .replaceAll(':5056', `:${otherPort()}`)
    .replaceAll(':5199', ':65535');
}

let published = 0;

/** Publishes the web service whose invokers are called, and waits until events find it. */
async function publish(name: string, text: string): Promise<void> {
  const { services, subscriptions } = system.server.report.system;
  published += 1;
  const config = text.replace(/^---\n/, `---\nDescription: '${published}'\n`);
  await services.save({ name, config, userID: 1, time: '2026-01-01 00:00:00' });
  const description = () => subscriptions.services.get(`service:${name}`)?.webService.description;
  await untilTrue(() => Promise.resolve(description() === String(published)));
}

/** As the family's event handler gets them, from whoever raises them. */
async function raise(event: string, data: Data): Promise<void> {
  // Of any name: the recorded one need not be known.
  const name = event as EventName;
  const { subscriptions, database } = system.server.report.system;
  const parts = { plugins: [], now: () => now, subscriptions };
  const events = createEvents(
    { name: 'recorded', operations: [], emits: [name] },
    { ...system.server.report.system, ...parts, awaitedCalls: () => Promise.resolve() },
  );
  await database.withTransaction(async (transaction) => {
    await events.emit(transaction, [{ name, key: 'ticket:recorded', data }]);
  });
}

/** The calls that wait for another attempt, once no other one does. */
async function undelivered(): Promise<readonly Data[]> {
  const { database } = system.server.report.system;
  const events = new EventAdministration(database);
  await untilTrue(async () =>
    (await events.list({ state: 'waiting', limit: 100 })).every(({ error }) => error !== null),
  );
  return database.query<Data>(`select data from ticketgate.event where dead_since is null`);
}

/** Ids and times differ; a ticket of a route is named by a text, and a new one by a number. */
const OF_THE_MOMENT =
  /^(?:TicketID|ArticleID|TicketNumber|Age|Created|Changed|UnlockTimeout|UntilTime|RealTillTimeNotUsed)$/;

function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isData(value)) return value;
  const members = Object.keys(value).sort();
  return Object.fromEntries(members.map((name) => [name, OF_THE_MOMENT.test(name) ? 'any' : comparable(value[name])]));
}

function shown(request: { readonly method: string; readonly path: string; readonly body: string }): string {
  const { method, path, body } = request;
  return `${method} ${path} ${body === '' ? '' : JSON.stringify(comparable(JSON.parse(body)))}`;
}

/** A call that is planned: by ErrorHandling after some seconds, or by the other system for a time. */
function planned(invoker: string, { time, ...past }: Planned): string {
  if (past.interval === undefined) return `${invoker} again at ${time}`;
  return `${invoker} again, for the ${past.count}. time, after ${past.seconds} s`;
}

interface Planned {
  readonly time: string;
  readonly count: number;
  /** Before the call; undefined where the other system asks for it. */
  readonly interval: unknown;
  readonly seconds: number;
}

function theirs({
  outgoing,
  tasks: { task, future } = { now: '', task: [], future: [] },
}: Recorded): readonly string[] {
  const waiting = task.map(({ Data: { Invoker, Data: data } }) => {
    const { Event, ...rest } = data;
    return shown({ method: 'POST', path: `/${Invoker}/${String(Event)}`, body: JSON.stringify(rest) });
  });
  const later = future.map(({ ExecutionTime: time = '', Data: { Invoker, PastExecutionData: past } }) => {
    const seconds = secondsBetween(past?.InitialRequestDateTime, past?.RetryDateTime);
    return planned(Invoker, { time, count: Number(past?.RetryCount), interval: past?.RetryInterval, seconds });
  });
  return inOrder([...outgoing.map(shown), ...waiting, ...later], task.length > 0);
}

function secondsBetween(one: unknown, other: unknown): number {
  return (Date.parse(String(other)) - Date.parse(String(one))) / 1000;
}

/** Calls of one invoker keep their order, unless the recorded system makes those that are asynchronous later. */
function inOrder(calls: readonly string[], isAnyOrder: boolean): readonly string[] {
  const invokerOf = (call: string) => (isAnyOrder ? call : (/^\w+ \/(\w+)/.exec(call)?.[1] ?? call));
  return [...calls].sort((one, other) =>
    invokerOf(one) < invokerOf(other) ? -1 : Number(invokerOf(one) !== invokerOf(other)),
  );
}

const USUAL: RecordedRequest = {
  method: 'POST',
  path: 'GenericTicketConnectorREST/Ticket',
  body: {
    ...{ UserLogin: 'apiagent', Password: 'secret-Passw0rd' },
    Ticket: {
      Title: 'Requester case',
      Type: 'Unclassified',
      Queue: 'Postmaster',
      State: 'new',
      Priority: '3 normal',
      CustomerUser: 'customer@example.com',
    },
    Article: { Subject: 'Help', Body: 'It burns.', ContentType: 'text/plain; charset=utf-8' },
  },
};

async function trigger(
  { note, trigger: { provider, event, eventName, run }, definition }: Recorded,
  captures: Captures,
) {
  if (provider !== undefined) await answerTo(withCaptures(provider, captures));
  else if (note === 'ticket in queue Postmaster') await create(USUAL);
  else if (event !== undefined) await raise(event.event, withCaptures(event.data, captures));
  else if (eventName !== undefined) await raise(eventName, { TicketID: captures.TID });
  else if (run !== undefined) await call(definition, run.invoker, withCaptures(run.data, captures));
}

async function call(definition: string, invoker: string, data: unknown): Promise<void> {
  const record = { id: 1, name: 'Requester', config: readDefinition(definition), validID: 1 };
  const service = await compileUnpublished(record, system.ready.operations);
  if (service === undefined) throw new Error(`${definition} cannot be read.`);
  const { errorMessage } = await system.ready.invokers.call({
    service,
    invoker,
    data,
    signal: new AbortController().signal,
  });
  expect(errorMessage).toBe('');
}

/** The second one of the recordings; it is as the first, by other names. */
async function withSecondService<Result>(text: string, work: () => Promise<Result>): Promise<Result> {
  const config = text.replaceAll('Eins', 'Zwei');
  await publish('Second', config);
  const result = await work();
  const { services, subscriptions } = system.server.report.system;
  await services.save({ name: 'Second', config, validID: 2, userID: 1, time: '2026-01-01 00:00:00' });
  await untilTrue(() => Promise.resolve(!subscriptions.services.has('service:Second')));
  return result;
}

async function play(recorded: Recorded): Promise<readonly string[]> {
  let captures: Captures = { TID: '1', AID: '1' };
  for (const request of recorded.setup ?? []) captures = { ...(await create(request)) };
  await undelivered();
  await system.database.query('delete from ticketgate.event');
  const definition = readDefinition(recorded.definition);
  await publish('Requester', definition);
  remote.script(
    recorded.remote.map(({ delayMs, ...answer }) => (delayMs === undefined ? answer : { ...answer, delayMs: 200 })),
  );
  // The unlock time is reset where it is not that of the moment.
  const isReset = recorded.outgoing.some(({ path }) => path.endsWith('/TicketUnlockTimeoutUpdate'));
  if (isReset) now = new Date(now.getTime() + 1_000);
  const act = () => trigger(recorded, captures);
  await (recorded.name === 'ev.sync.two-services' ? withSecondService(definition, act) : act());
  const later = (await undelivered()).map(({ data }) => {
    const { Invoker, Past } = data as { readonly Invoker: string; readonly Past: Data };
    const { count, interval, firstAt, plannedAt } = Past;
    const time = String(plannedAt).replace('T', ' ').slice(0, 19);
    return planned(Invoker, { time, count: Number(count), interval, seconds: secondsBetween(firstAt, plannedAt) });
  });
  return inOrder([...remote.arrived.map(shown), ...later], (recorded.tasks?.task.length ?? 0) > 0);
}

/** Members that time changes are only looked for. */
const OF_TIME =
  /^(?:TicketID|ArticleID|TicketNumber|Age|Created|Changed|UnlockTimeout|FirstResponse|.*Time|.*Date|.*In)$/;

/** An invoker for each member that is not empty, which is called if the condition finds it. */
function invokersOf(event: string, members: Data): Readonly<Record<string, Data>> {
  const invokers = Object.entries(members).flatMap(([name, value]) => {
    const [first] = (Array.isArray(value) ? value : [value]) as readonly unknown[];
    if (first === null || first === '') return [];
    const field = OF_TIME.test(name) ? { Type: 'Regexp', Match: '.' } : { Type: 'String', Match: first };
    const Condition = { Condition: { 1: { Fields: { [name]: field } } } };
    const invoker = { Type: 'Generic::PassThrough', Events: [{ Event: event, Asynchronous: 1, Condition }] };
    return [[`${event}-${name}`, invoker] as const];
  });
  return Object.fromEntries(invokers);
}

describe('the recorded events of an OTOBO 11', () => {
  (isThere ? it : it.skip)(
    'call the same invokers with the same requests, but for those that are explained',
    async () => {
      const cases = readRecorded().filter((each) => playerOf(each) === 'events');
      const differing: string[] = [];
      for (const recorded of cases) {
        if (JSON.stringify(await play(recorded)) !== JSON.stringify(theirs(recorded))) differing.push(recorded.name);
      }
      const explained = explainedNames();
      expect(differing).toEqual(cases.map(({ name }) => name).filter((name) => explained.has(name)));
    },
  );

  (isThere ? it : it.skip)('show conditions all members of the ticket and of its article', async () => {
    const { request, ticket, article } = JSON.parse(readRecordedFile('condition-ticket.json')) as {
      readonly request: RecordedRequest;
      readonly ticket: Data;
      readonly article: Data;
    };
    const Invoker = { ...invokersOf('TicketCreate', ticket), ...invokersOf('ArticleCreate', article) };
    const names = Object.keys(Invoker);
    const controllers = Object.fromEntries(names.map((name) => [name, { Controller: `/${name}` }]));
    const Config = {
      ...{ Host: remote.url, DefaultCommand: 'POST', Timeout: '5' },
      InvokerControllerMapping: controllers,
    };
    const requester = { Transport: { Type: 'HTTP::REST', Config }, Invoker };
    await publish('Requester', `---\nDebugger: { DebugThreshold: error }\nRequester: ${JSON.stringify(requester)}\n`);
    remote.script([{ status: 200, body: '{}' }]);
    await create(request);
    await undelivered();
    const called = remote.arrived.map(({ path }) => path.slice(1));
    expect(names.filter((name) => !called.includes(name))).toEqual([
      'ArticleCreate-FromRealname',
      'ArticleCreate-ToRealname',
    ]);
  });
});
