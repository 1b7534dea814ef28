import type { FeedTurn } from '@ticketgate/database';
import type { Logger } from '@ticketgate/sdk';

import { TooManyListeners } from '../api-errors.js';
import { ChangedServices } from './changed-services.js';
import { type AdminEvent, EventListener, type EventSources, type Listening } from './event-listener.js';

/** Most listeners at a time, per process. */
const MOST_LISTENERS = 50;
/** Listeners of one administrator, who may have several pages and programs. */
const MOST_OF_ONE = 10;
/** Milliseconds between two checks for new events. */
const TURN = 1_000;
/** Turns between two checks whether listeners may still listen. */
const TURNS = 10;

/** Informs listeners about what happens. Without listeners, it reads nothing. */
export class EventHub {
  readonly #sources: EventSources;
  readonly #logger: Logger;
  readonly #listeners = new Set<EventListener>();
  /** Logins of those who have a place and do not listen yet. */
  readonly #coming: string[] = [];
  readonly #services: ChangedServices;
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;
  /** Up to which recorded requests are announced. */
  #place: Promise<string> | undefined;
  #isBusy = false;

  constructor(sources: EventSources, logger: Logger) {
    this.#sources = sources;
    this.#logger = logger;
    this.#services = new ChangedServices(sources, (event) => this.#send(event));
    sources.stopping.addEventListener('abort', () => {
      for (const listener of this.#listeners) listener.end();
    });
  }

  /**
   * Takes a place before an answer begins. From then on no event is missed, and earlier changes of services are not reported. The listener
   * must be added afterwards.
   *
   * @param lastEventID of the last event that the listener knows
   * @returns what happened since that event
   * @throws OperationError `Admin.TooManyListeners`, `Admin.EventIDInvalid`
   */
  async prepare(login: string, lastEventID: string | undefined): Promise<readonly AdminEvent[]> {
    const taken = [...this.#coming, ...[...this.#listeners].map((listener) => listener.login)];
    if (taken.filter((each) => each === login).length >= MOST_OF_ONE) throw new TooManyListeners({ most: MOST_OF_ONE });
    if (taken.length >= MOST_LISTENERS) throw new TooManyListeners({ most: MOST_LISTENERS });
    this.#coming.push(login);
    try {
      return await this.#missedSince(lastEventID);
    } catch (cause) {
      this.#arrive(login);
      this.#sleepUnlessNeeded();
      throw cause;
    }
  }

  async #missedSince(lastEventID: string | undefined): Promise<readonly AdminEvent[]> {
    await this.#services.look();
    const place = await (this.#place ??= this.#sources.requests.now());
    if (lastEventID === undefined) return [];
    const missed = await this.#sources.requests.since(lastEventID, place);
    return toEvents({ ...missed, place }, lastEventID);
  }

  #arrive(login: string): void {
    const at = this.#coming.indexOf(login);
    if (at >= 0) this.#coming.splice(at, 1);
  }

  add(listening: Listening): void {
    this.#arrive(listening.login);
    // A client that has left in the meantime does not leave again.
    if (listening.response.destroyed) {
      this.#sleepUnlessNeeded();
      return;
    }
    const listener = new EventListener(listening);
    this.#listeners.add(listener);
    listening.response.once('close', () => {
      this.#listeners.delete(listener);
      this.#sleepUnlessNeeded();
    });
    if (this.#sources.stopping.aborted) listener.end();
    this.#wake();
  }

  #send(event: AdminEvent): void {
    for (const listener of this.#listeners) listener.send(event);
  }

  #wake(): void {
    this.#timer ??= setInterval(() => void this.#take(), TURN).unref();
  }

  #sleepUnlessNeeded(): void {
    if (this.#listeners.size + this.#coming.length > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#place = undefined;
  }

  /** If the database is slow or away, events are late, but do not pile up. */
  async #take(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#services.look();
      await this.#sendRequests();
      if (this.#turn % TURNS === 0) await Promise.all([...this.#listeners].map((listener) => listener.keepAlive()));
      this.#turn += 1;
    } catch (error) {
      this.#logger.debug('events of the administration could not be read', { error });
    } finally {
      this.#isBusy = false;
    }
  }

  async #sendRequests(): Promise<void> {
    const place = this.#place;
    if (place === undefined) return;
    const last = await place;
    const turn = await this.#sources.requests.since(last);
    // All listeners have left in the meantime.
    if (this.#place !== place) return;
    this.#place = Promise.resolve(turn.place);
    for (const event of toEvents(turn, last)) this.#send(event);
  }
}

/** A listener that is lost on the way gets all of the turn again: only its last event says that the turn is over. */
function toEvents({ requests, skipped, place }: FeedTurn, last: string): readonly AdminEvent[] {
  const events: AdminEvent[] = requests.map((data) => ({ type: 'request', data, id: last }));
  if (skipped > 0) events.unshift({ type: 'skipped', data: { skipped }, id: last });
  return events.map((event, index) => (index === events.length - 1 ? { ...event, id: place } : event));
}
