import type { CompiledService } from '@ticketgate/gateway';
import { meetsCondition } from '@ticketgate/requester';
import { isDeclared, type Data, type Database, type NewEvent } from '@ticketgate/sdk';
import { definitionsVersion, type QueuedEvent } from '@ticketgate/database';

import { MOST_CALLS } from './call-depth.js';

/** An invoker that an event calls. */
interface Subscription {
  readonly service: string;
  readonly invoker: string;
  readonly isAsynchronous: boolean;
  readonly condition: Data | undefined;
}

/** A call as its row in the outbox describes it. */
export interface QueuedCall {
  readonly Invoker: string;
  /** The data of the event, with its name. */
  readonly Data: Data;
  /** The client waits for it. */
  readonly Waits?: true;
  /** Calls that it is within. */
  readonly Depth?: number;
  /** The last request of one that was given up, and its answer, without secrets. */
  readonly Sent?: Data;
}

/** A row for an event, and whether the condition for it is met; without that it is always written. */
export interface PossibleCall {
  readonly row: QueuedEvent;
  readonly isMet?: () => Promise<boolean>;
}

/** Publishes the definitions that the database has now, and updates the subscriptions. Never rejects. */
type Publish = (database: Database) => Promise<void>;

/** A web service whose invokers listen. */
export type CallingService = Pick<CompiledService, 'id' | 'name' | 'webService'>;

/** The consumer of a web service's invokers. */
export function consumerOf(service: string): string {
  return `service:${service}`;
}

/** Which events call which invokers of the published web services. */
export class Subscriptions {
  #byEvent: ReadonlyMap<string, readonly Subscription[]> = new Map();
  #services: ReadonlyMap<string, CompiledService> = new Map();
  #version: number | undefined;
  #publish: Publish = () => Promise.resolve();
  #publishing: Promise<void> | undefined;
  #onChange: () => void = () => undefined;

  /** By the names of their consumers. */
  get services(): ReadonlyMap<string, CompiledService> {
    return this.#services;
  }

  /** The version of all definitions when they were read; undefined: this process does not follow them. */
  get version(): number | undefined {
    return this.#version;
  }

  /** @param services all that are published of that version */
  update(services: readonly CompiledService[], version: number): void {
    const calling = services.filter(({ webService: { requester } }) => requester !== undefined);
    this.listen(calling);
    this.#services = new Map(calling.map((service) => [consumerOf(service.name), service]));
    this.#version = version;
    this.#onChange();
  }

  /** For events that others deliver. */
  listen(services: readonly CallingService[]): void {
    const byEvent = new Map<string, Subscription[]>();
    for (const { name, webService } of [...services].sort((one, other) => one.id - other.id)) {
      for (const { event, ...subscription } of subscriptionsOf(webService.requester)) {
        byEvent.set(event, [...(byEvent.get(event) ?? []), { ...subscription, service: name }]);
      }
    }
    this.#byEvent = byEvent;
  }

  /** Says how definitions are published before it is their turn. */
  refreshBy(publish: Publish): void {
    this.#publish = publish;
  }

  /**
   * Publishes the definitions that the database has, if others are known; on the connection of whoever asks, so that nobody waits for one
   * of a pool whose connections all wait for this.
   *
   * @returns whether `known` is out of date
   */
  async refresh(database: Database, known = this.#version): Promise<boolean> {
    if (known === undefined) return false;
    const newest = await definitionsVersion(database);
    if (newest !== this.#version) {
      await (this.#publishing ??= this.#publish(database).finally(() => (this.#publishing = undefined)));
      // Where they could not be published, the listeners stay.
      if (this.#version === known) this.#version = newest;
    }
    return newest !== known;
  }

  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  hasListeners(events: readonly string[]): boolean {
    return hasAnyOf(this.#byEvent, events);
  }

  /**
   * The calls that an event makes, as they wait in the outbox.
   *
   * @param depth calls that it was raised within
   */
  callsOf(event: NewEvent, depth: number): readonly PossibleCall[] {
    if (depth >= MOST_CALLS) return [];
    let reading: Promise<Data | undefined> | undefined;
    const subject = () => (reading ??= event.subject?.() ?? Promise.resolve(undefined));
    return (this.#byEvent.get(event.name) ?? []).map((subscription) => {
      const { condition } = subscription;
      const row = callOf(event, subscription, depth);
      return condition === undefined ? { row } : { row, isMet: async () => isMet(condition, await subject()) };
    });
  }
}

/** Whether there is an entry of one of the names, where a name that ends in `*` stands for all that begin so. */
export function hasAnyOf(byName: ReadonlyMap<string, unknown>, names: readonly string[]): boolean {
  if (byName.size === 0) return false;
  return names.some((name) =>
    name.endsWith('*') ? [...byName.keys()].some((each) => isDeclared([name], each)) : byName.has(name),
  );
}

/** The family calls invokers for what is gone. */
function isMet(condition: Data, subject: Data | undefined): boolean {
  return subject === undefined || meetsCondition(condition, subject);
}

function callOf(event: NewEvent, { service, invoker, isAsynchronous }: Subscription, depth: number): QueuedEvent {
  const call: QueuedCall = {
    Invoker: invoker,
    Data: { ...event.data, Event: event.name },
    ...(isAsynchronous ? {} : { Waits: true }),
    ...(depth > 0 ? { Depth: depth } : {}),
  };
  const key = `${event.key}/${invoker}`;
  return { consumer: consumerOf(service), name: event.name, key, data: { ...call }, waits: !isAsynchronous };
}

function subscriptionsOf(requester: CompiledService['webService']['requester']) {
  // Invokers in byte order, as the family calls them.
  const invokers = [...(requester?.invokers.values() ?? [])].sort(({ name: one }, { name: other }) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  return invokers.flatMap(({ name: invoker, events }) => events.map((entry) => ({ ...entry, invoker })));
}
