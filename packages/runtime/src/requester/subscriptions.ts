import type { CompiledService } from '@ticketgate/gateway';
import { meetsCondition } from '@ticketgate/requester';
import type { Data, NewEvent } from '@ticketgate/sdk';
import type { QueuedEvent } from '@ticketgate/database';

import { callDepth, MOST_CALLS } from './call-depth.js';

/** An invoker that an event calls. */
interface Subscription {
  readonly service: string;
  readonly invoker: string;
  readonly isAsynchronous: boolean;
  readonly condition: Data | undefined;
}

/** What a row of the outbox says of a call. */
export interface QueuedCall {
  readonly Invoker: string;
  /** The data of the event, with its name. */
  readonly Data: Data;
  /** The client waits for it. */
  readonly Waits?: true;
  /** Calls that it is within. */
  readonly Depth?: number;
}

/** The consumer of a web service's invokers. */
export function consumerOf(service: string): string {
  return `service:${service}`;
}

/** Which events call which invokers of the published web services. */
export class Subscriptions {
  #byEvent: ReadonlyMap<string, readonly Subscription[]> = new Map();
  #services: ReadonlyMap<string, CompiledService> = new Map();
  #onChange: () => void = () => undefined;

  /** By the names of their consumers. */
  get services(): ReadonlyMap<string, CompiledService> {
    return this.#services;
  }

  /** @param services all that are published */
  update(services: readonly CompiledService[]): void {
    const calling = services.filter(({ webService: { requester } }) => requester !== undefined);
    const byEvent = new Map<string, Subscription[]>();
    for (const { name, webService } of [...calling].sort((one, other) => one.id - other.id)) {
      for (const { event, ...subscription } of subscriptionsOf(webService.requester)) {
        byEvent.set(event, [...(byEvent.get(event) ?? []), { ...subscription, service: name }]);
      }
    }
    this.#byEvent = byEvent;
    this.#services = new Map(calling.map((service) => [consumerOf(service.name), service]));
    this.#onChange();
  }

  onChange(listener: () => void): void {
    this.#onChange = listener;
  }

  isHeard(event: string): boolean {
    return this.#byEvent.has(event);
  }

  /** The calls that an event makes, as they wait in the outbox. */
  async callsOf(event: NewEvent): Promise<readonly QueuedEvent[]> {
    const depth = callDepth();
    if (depth >= MOST_CALLS) return [];
    const calls: QueuedEvent[] = [];
    let subject: Promise<Data | undefined> | undefined;
    for (const subscription of this.#byEvent.get(event.name) ?? []) {
      const { condition } = subscription;
      if (condition !== undefined) subject ??= event.subject?.() ?? Promise.resolve(undefined);
      if (isMet(condition, await subject)) calls.push(callOf(event, subscription, depth));
    }
    return calls;
  }
}

/** The family calls invokers for what is gone. */
function isMet(condition: Data | undefined, subject: Data | undefined): boolean {
  return condition === undefined || subject === undefined || meetsCondition(condition, subject);
}

function callOf(event: NewEvent, { service, invoker, isAsynchronous }: Subscription, depth: number): QueuedEvent {
  const call: QueuedCall = {
    Invoker: invoker,
    Data: { ...event.data, Event: event.name },
    ...(isAsynchronous ? {} : { Waits: true }),
    ...(depth > 0 ? { Depth: depth } : {}),
  };
  return { plugin: consumerOf(service), name: event.name, key: `${event.key}/${invoker}`, data: { ...call } };
}

function subscriptionsOf(requester: CompiledService['webService']['requester']) {
  // Invokers in byte order, as the family calls them.
  const invokers = [...(requester?.invokers.values() ?? [])].sort(({ name: one }, { name: other }) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  return invokers.flatMap(({ name: invoker, events }) => events.map((entry) => ({ ...entry, invoker })));
}
