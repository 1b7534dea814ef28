import { EventAdministration, EventQueue } from '@ticketgate/database';
import { jest } from '@jest/globals';
import {
  OperationError,
  type Data,
  type DeliveredEvent,
  type EventContext,
  type Events,
  type Plugin,
} from '@ticketgate/sdk';
import { silentLogger, startTestDatabase, untilTrue, type TestDatabase } from '../../../test/support/index.js';

import { defaultConfiguration } from '../src/configuration/default-configuration.js';
import type { Consumer } from '../src/events/consumer.js';
import { EventDelivery, type DeliveryOutcome } from '../src/events/event-delivery.js';
import { pluginConsumer } from '../src/events/plugin-consumer.js';
import { createEvents } from '../src/events/plugin-events.js';
import { Subscriptions } from '../src/events/subscriptions.js';
import type { System } from '../src/system/open-system.js';

declare module '@ticketgate/sdk' {
  interface KnownEvents {
    'room.booked': { readonly Room?: string; readonly Step?: number };
    'room.left': Data;
    'room.sold': Data;
  }
}

const EVENTS = { ...defaultConfiguration('/').events, attempts: 3, delays: [10, 60], atATime: 2 };

let test: TestDatabase;
let now: Date;
let outcomes: DeliveryOutcome[];
let handler: (event: DeliveredEvent, context: EventContext) => Promise<void> | void;

const listening: Plugin = {
  name: 'listening',
  operations: [],
  events: { 'room.booked': (event, context) => handler(event, context) },
};
const emitting: Plugin = { name: 'emitting', operations: [], emits: ['room.booked', 'room.left'] };

beforeAll(async () => {
  test = await startTestDatabase();
});

afterAll(() => test.stop());

beforeEach(async () => {
  now = new Date('2026-11-22T12:00:00Z');
  outcomes = [];
  await test.database.query('delete from ticketgate.event');
});

const announcer = { announce: () => undefined, flush: () => Promise.resolve() };
const awaitedCalls = () => Promise.resolve();

function eventsWith(plugins: readonly Plugin[]): Events {
  return createEvents(emitting, {
    plugins,
    now: () => now,
    subscriptions: new Subscriptions(),
    awaitedCalls,
    announcer,
  });
}

function emit(...rooms: readonly (string | { room: string; step: number })[]): Promise<readonly string[]> {
  const events = rooms.map((each) => {
    const { room, step } = typeof each === 'string' ? { room: each, step: 1 } : each;
    return { name: 'room.booked', key: `room:${room}`, data: { Room: room, Step: step } } as const;
  });
  return test.database.withTransaction((transaction) => eventsWith([emitting, listening]).emit(transaction, events));
}

function makeDelivery(events: Partial<typeof EVENTS> = {}, parts: Partial<Consumer> = {}): EventDelivery {
  const configuration = { ...defaultConfiguration('/'), events: { ...EVENTS, ...events } };
  // What delivery and handlers of these tests reach.
  const system = { database: test.database, logger: silentLogger, configuration, now: () => now } as unknown as System;
  const consumer = pluginConsumer(system, { plugin: listening, services: undefined });
  return new EventDelivery(system, { ...consumer, ...parts }, (outcome) => outcomes.push(outcome));
}

async function deliver(events?: Partial<typeof EVENTS>): Promise<void> {
  const delivery = makeDelivery(events);
  delivery.wake();
  await delivery.settled();
}

const advance = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
const told = () => outcomes.map(({ kind, event }) => `${kind} ${String(event.data.Room)}${String(event.data.Step)}`);
const dead = () => new EventAdministration(test.database).list({ state: 'dead', limit: 10 });
const waiting = () => new EventAdministration(test.database).list({ state: 'waiting', limit: 10 });

it('hands each event to the plugin that listens, then deletes it', async () => {
  const seen: DeliveredEvent[] = [];
  handler = (event) => void seen.push(event);
  await emit('a');
  await deliver();
  await deliver();
  expect(seen[0]?.id).toMatch(/^\d+$/);
  expect(seen).toMatchObject([
    { name: 'room.booked', key: 'room:a', data: { Room: 'a', Step: 1 }, at: now, attempt: 1 },
  ]);
  expect(await waiting()).toEqual([]);
});

it('delivers what an earlier version wrote, which knows consumers as plugins', async () => {
  handler = () => undefined;
  await test.database.query(
    `insert into ticketgate.event (plugin, name, key, data, at, due_at)
     values ('listening', 'room.booked', 'room:a', '{"Room":"a","Step":1}', $1, $1)`,
    [now.toISOString()],
  );
  await deliver();
  expect(told()).toEqual(['handled a1']);
});

it('writes one row for each plugin that listens, and none where none does', async () => {
  const other = { ...listening, name: 'other' };
  const events = [{ name: 'room.booked', key: 'room:a', data: {} }] as const;
  await eventsWith([emitting]).emit(test.database, events);
  expect(await waiting()).toEqual([]);
  await eventsWith([emitting, listening, other]).emit(test.database, events);
  expect((await waiting()).map(({ consumer }) => consumer)).toEqual(['listening', 'other']);
  expect(eventsWith([emitting, listening]).hasListeners('room.left')).toBe(false);
  expect(eventsWith([emitting, listening]).hasListeners('room.left', 'room.booked')).toBe(true);
});

it('refuses to emit what the plugin does not declare', async () => {
  const events = [{ name: 'room.sold', key: 'room:a', data: {} }] as const;
  await expect(eventsWith([emitting]).emit(test.database, events)).rejects.toThrow(
    'The plugin "emitting" emits "room.sold", which it does not declare. Add it to emits of definePlugin.',
  );
});

it('drops the events of a transaction that is rolled back', async () => {
  const failed = test.database.withTransaction(async (transaction) => {
    await eventsWith([emitting, listening]).emit(transaction, [{ name: 'room.booked', key: 'room:a', data: {} }]);
    throw new Error('No.');
  });
  await expect(failed).rejects.toThrow('No.');
  expect(await waiting()).toEqual([]);
});

it('handles the events of a key one after the other in their order, and those of other keys meanwhile', async () => {
  const steps: string[] = [];
  let atATime = 0;
  let most = 0;
  handler = async ({ data: { Room, Step } }) => {
    atATime += 1;
    most = Math.max(most, atATime);
    steps.push(`${String(Room)}${String(Step)}`);
    await new Promise((resolve) => setImmediate(resolve));
    atATime -= 1;
  };
  await emit({ room: 'a', step: 1 }, { room: 'a', step: 2 }, { room: 'b', step: 1 });
  await emit({ room: 'a', step: 3 }, { room: 'b', step: 2 }, { room: 'c', step: 1 });
  await deliver();
  const stepsOf = (room: string) => steps.filter((step) => step.startsWith(room));
  expect([stepsOf('a'), stepsOf('b'), stepsOf('c')]).toEqual([['a1', 'a2', 'a3'], ['b1', 'b2'], ['c1']]);
  expect(most).toBe(EVENTS.atATime);
});

it('tries again after growing delays, while later events of the key wait and others do not', async () => {
  const attempts: number[] = [];
  handler = ({ data, attempt }) => {
    if (data.Room === 'b' || data.Step === 2) return;
    attempts.push(attempt);
    throw new Error('The chat is away.');
  };
  await emit({ room: 'a', step: 1 }, { room: 'a', step: 2 }, 'b');
  await deliver();
  expect(told().sort()).toEqual(['handled b1', 'postponed a1']);
  expect(await waiting()).toMatchObject([{ attempts: 1, error: 'The chat is away.' }, { attempts: 0 }]);
  advance(9);
  await deliver();
  expect(attempts).toEqual([1]);
  advance(1);
  await deliver();
  expect(attempts).toEqual([1, 2]);
  advance(59);
  await deliver();
  expect(attempts).toEqual([1, 2]);
});

it('stops trying an event after the last attempt, keeps it, and continues with the key', async () => {
  handler = ({ data }) => {
    if (data.Step === 1) throw new Error('Never.');
  };
  await emit({ room: 'a', step: 1 }, { room: 'a', step: 2 });
  for (const seconds of [0, 10, 60]) {
    advance(seconds);
    await deliver();
  }
  expect(told()).toEqual(['postponed a1', 'postponed a1', 'dead a1', 'handled a2']);
  expect(await dead()).toMatchObject([{ name: 'room.booked', key: 'room:a', attempts: 3, error: 'Never.' }]);
});

it('tries dead events again on command', async () => {
  handler = () => {
    throw new Error('Never.');
  };
  await emit('a');
  for (const seconds of [0, 10, 60]) {
    advance(seconds);
    await deliver();
  }
  handler = () => undefined;
  const administration = new EventAdministration(test.database);
  expect(await administration.retry({ consumer: 'another' }, now)).toEqual([]);
  expect(await administration.retry({}, now)).toHaveLength(1);
  await deliver();
  expect(told().at(-1)).toBe('handled a1');
});

it('stops waiting for a handler that never ends, and aborts its signal', async () => {
  let reason: unknown;
  handler = (_event, { signal }) => {
    signal.addEventListener('abort', () => {
      reason = signal.reason as unknown;
    });
    return new Promise(() => undefined);
  };
  await emit('a');
  await deliver({ timeout: 0.2 });
  expect(told()).toEqual(['postponed a1']);
  expect(String(outcomes[0]?.error)).toContain('The handler did not end within 0.2 s (events.timeout).');
  expect(reason).toBeInstanceOf(Error);
});

it('stops trying an event that ends the process each time', async () => {
  handler = () => undefined;
  await emit('a');
  // As if processes had ended amid the attempts.
  await test.database.query('update ticketgate.event set attempts = $1', [EVENTS.attempts]);
  await deliver();
  expect(await dead()).toMatchObject([{ error: 'The process ended while the event was handled.' }]);
});

it('keeps the order of a key when the process ended during an attempt, also where events that are tried again are passed', async () => {
  const queue = new EventQueue(test.database);
  const take = () =>
    queue.take({ consumer: 'listening', now, limit: 9, busyKeys: [], delays: [5], allowsOvertaking: true });
  await emit({ room: 'a', step: 1 }, { room: 'a', step: 2 });
  const [first] = await take();
  // The process that took it is gone.
  expect(await take()).toEqual([]);
  advance(5);
  const [again] = await take();
  expect([first?.id, again?.attempt]).toEqual([again?.id, 2]);
  await queue.retry({ id: again?.id ?? '', error: 'No.', data: {} }, new Date(now.getTime() + 60_000));
  expect(await take()).toMatchObject([{ data: { Step: 2 } }]);
});

it('lets handlers end when the server stops, and takes no more events', async () => {
  const ends: (() => void)[] = [];
  handler = () => new Promise((resolve) => ends.push(resolve));
  await emit('a', 'b', 'c');
  const delivery = makeDelivery();
  delivery.wake();
  await untilTrue(() => Promise.resolve(ends.length === 2));
  const ended = delivery.stop();
  for (const end of ends) end();
  await ended;
  expect(told().sort()).toEqual(['handled a1', 'handled b1']);
});

it('keeps the table within its limits', async () => {
  const administration = new EventAdministration(test.database);
  const limits = { oldest: new Date(now.getTime() - 1000), mostWaiting: 3, mostDead: 1 };
  await emit('a', 'b', 'c', 'd', 'e');
  expect(await administration.cleanUp(limits, now)).toBe(1);
  const rooms = (events: readonly { data: Readonly<Record<string, unknown>> }[]) => events.map(({ data }) => data.Room);
  expect(rooms(await waiting())).toEqual(['c', 'd', 'e']);
  expect(await dead()).toMatchObject([{ key: 'room:b', error: 'More than 3 newer events wait for this consumer.' }]);
  expect(await administration.cleanUp({ ...limits, oldest: new Date(now.getTime() + 1000) }, now)).toBe(4);
});

const unavailable = new OperationError('Database.Unavailable', 'away', { reason: 'Unavailable' });

it('tells what became of an event although those who wait for it cannot be notified', async () => {
  handler = () => undefined;
  await emit('a');
  const delivery = makeDelivery({}, { afterAttempt: () => Promise.reject(unavailable) });
  delivery.wake();
  await delivery.settled();
  expect(told()).toEqual(['handled a1']);
});

it('does not count an attempt that failed because the database was unavailable', async () => {
  handler = () => {
    throw unavailable;
  };
  await emit('a');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await deliver();
    advance(60);
  }
  expect(await waiting()).toMatchObject([{ attempts: 0, error: 'away' }]);
  expect(told()).toEqual(Array.from({ length: 5 }, () => 'postponed a1'));
});

it('keeps what became of an event until the database can take it', async () => {
  let handled = 0;
  handler = () => void (handled += 1);
  await emit('a');
  const { database } = test;
  const away = jest.spyOn(database, 'queryTogether').mockRejectedValueOnce(unavailable);
  await deliver();
  expect([handled, away.mock.calls.length, await waiting()]).toEqual([1, 2, []]);
  away.mockRestore();
});
