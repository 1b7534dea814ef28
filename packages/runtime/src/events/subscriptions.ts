import { definitionsVersion, type QueuedEvent } from '@ticketgate/database';
import { byBytes } from '@ticketgate/definition';
import type { CompiledService } from '@ticketgate/gateway';
import { isDeclared, type Data, type Database, type NewEvent } from '@ticketgate/sdk';

import { meetsCondition } from '../invokers/call/index.js';

/** An invoker that is called for an event. */
interface Subscription {
  readonly service: string;
  readonly invoker: string;
  readonly isAsynchronous: boolean;
  readonly condition: Data | undefined;
}

/** The data of a call in the outbox. */
export interface QueuedCall {
  readonly Invoker: string;
  /** The data of the event, with its name as `Event`. */
  readonly Data: Data;
  /** The client waits for the call. */
  readonly Waits?: true;
  /** Number of invoker calls in which the event was emitted. */
  readonly Depth?: number;
  /** The last request and its answer, without secrets, if the call was given up. */
  readonly Sent?: Data;
}

/** A row for an event. It is written if `isMet` resolves to true, or is missing. */
export interface PossibleCall {
  readonly row: QueuedEvent;
  readonly isMet?: () => Promise<boolean>;
}

/** Publishes the definitions in the database, and updates the subscriptions. Never rejects. */
type Publish = (database: Database) => Promise<void>;

/** A web service with invokers that events call. */
export type CallingService = Pick<CompiledService, 'id' | 'name' | 'webService'>;

function nameConsumer(service: string): string {
  return `service:${service}`;
}

/** The invokers of the published web services, by the events that call them. */
export class Subscriptions {
  #byEvent: ReadonlyMap<string, readonly Subscription[]> = new Map();
  #services: ReadonlyMap<string, CompiledService> = new Map();
  #version: number | undefined;
  #publish: Publish = () => Promise.resolve();
  #publishing: Promise<void> | undefined;
  #onChange: () => void = () => undefined;

  /** Web services by the names of their consumers. */
  get services(): ReadonlyMap<string, CompiledService> {
    return this.#services;
  }

  /** The version of all definitions when they were read; undefined in processes that do not publish them. */
  get version(): number | undefined {
    return this.#version;
  }

  /** @param services all published services of that version */
  update(services: readonly CompiledService[], version: number): void {
    const calling = services.filter(({ webService: { requester } }) => requester !== undefined);
    this.listen(calling);
    this.#services = new Map(calling.map((service) => [nameConsumer(service.name), service]));
    this.#version = version;
    this.#onChange();
  }

  /** Sets the invokers that are called, without delivering events to them. */
  listen(services: readonly CallingService[]): void {
    const byEvent = new Map<string, Subscription[]>();
    for (const { name, webService } of [...services].sort((one, other) => one.id - other.id)) {
      for (const { event, ...subscription } of listSubscriptions(webService.requester)) {
        byEvent.set(event, [...(byEvent.get(event) ?? []), { ...subscription, service: name }]);
      }
    }
    this.#byEvent = byEvent;
  }

  /** Sets the function by which {@link refresh} publishes new definitions ahead of the regular check. */
  publishWith(publish: Publish): void {
    this.#publish = publish;
  }

  /**
   * Publishes the definitions if they have changed since `known`. Uses the caller's connection: all connections of the pool may be waiting
   * for this.
   *
   * @returns whether `known` is out of date
   */
  async refresh(database: Database, known = this.#version): Promise<boolean> {
    if (known === undefined) return false;
    const newest = await definitionsVersion(database);
    if (newest !== this.#version) {
      await (this.#publishing ??= this.#publish(database).finally(() => (this.#publishing = undefined)));
      // If publishing fails, the previous listeners stay.
      if (this.#version === known) this.#version = newest;
    }
    return newest !== known;
  }

  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  hasListeners(events: readonly string[]): boolean {
    return hasAnyName(this.#byEvent, events);
  }

  /**
   * The invoker calls of an event, for the outbox.
   *
   * @param depth number of invoker calls in which it is emitted
   */
  listCalls(event: NewEvent, depth: number): readonly PossibleCall[] {
    if (depth >= MOST_NESTED) return [];
    let reading: Promise<Data | undefined> | undefined;
    const subject = () => (reading ??= event.subject?.() ?? Promise.resolve(undefined));
    return (this.#byEvent.get(event.name) ?? []).map((subscription) => {
      const { condition } = subscription;
      const row = toQueuedCall(event, subscription, depth);
      return condition === undefined ? { row } : { row, isMet: async () => isMet(condition, await subject()) };
    });
  }
}

/** Whether the map has one of the names; a name that ends in `*` matches all names that begin with it. */
export function hasAnyName(byName: ReadonlyMap<string, unknown>, names: readonly string[]): boolean {
  if (byName.size === 0) return false;
  return names.some((name) =>
    name.endsWith('*') ? [...byName.keys()].some((each) => isDeclared([name], each)) : byName.has(name),
  );
}

/** Without a subject, for example for a deleted ticket, the family calls the invoker. */
function isMet(condition: Data, subject: Data | undefined): boolean {
  return subject === undefined || meetsCondition(condition, subject);
}

function toQueuedCall(event: NewEvent, { service, invoker, isAsynchronous }: Subscription, depth: number): QueuedEvent {
  const call: QueuedCall = {
    Invoker: invoker,
    Data: { ...event.data, Event: event.name },
    ...(isAsynchronous ? {} : { Waits: true }),
    ...(depth > 0 ? { Depth: depth } : {}),
  };
  const key = `${event.key}/${invoker}`;
  return { consumer: nameConsumer(service), name: event.name, key, data: { ...call }, waits: !isAsynchronous };
}

function listSubscriptions(requester: CompiledService['webService']['requester']) {
  // In the family's order.
  const invokers = [...(requester?.invokers.values() ?? [])].sort((one, other) => byBytes(one.name, other.name));
  return invokers.flatMap(({ name: invoker, events }) => events.map((called) => ({ ...called, invoker })));
}

/** Most nested invoker calls: an invoker that stores the answer may emit the event that calls it. */
const MOST_NESTED = 3;

// AsyncLocalStorage would slow down all requests by a tenth and more on Node 20 and 22.
const depths = new WeakMap<Database, number>();

/** The number of invoker calls in which the work on a database or in a transaction is nested. */
export function callDepth(database: Database): number {
  return depths.get(database) ?? 0;
}

export function setCallDepth(database: Database, depth: number): void {
  if (depth > 0) depths.set(database, depth);
}
