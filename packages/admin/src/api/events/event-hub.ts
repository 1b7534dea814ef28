import type { FeedTurn, ServiceVersion } from '@ticketgate/database';
import type { Logger } from '@ticketgate/sdk';

import { TooManyListeners } from '../api-errors.js';
import { type AdminEvent, EventListener, type EventSources, type Listening, Presence } from './event-listener.js';

/** Tells which web services have another version or are gone. */
class PublishedVersions {
  readonly #sources: EventSources;
  readonly #send: (event: AdminEvent) => void;
  /** By the names of services. */
  #known: ReadonlyMap<string, Published> | undefined;
  #stop: (() => void) | undefined;
  #working: Promise<void> = Promise.resolve();

  constructor(sources: EventSources, send: (event: AdminEvent) => void) {
    this.#sources = sources;
    this.#send = send;
  }

  /** Called once; what exists then is not reported. */
  async start(): Promise<void> {
    if (this.#stop !== undefined) return;
    this.#known = await this.#read();
    this.#stop = await this.#sources.watchServices(() => {
      this.#working = this.#working.then(() => this.#look()).catch(() => undefined);
    });
  }

  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
    this.#known = undefined;
  }

  async #look(): Promise<void> {
    const known = this.#known;
    if (known === undefined) return;
    const found = await this.#read();
    this.#known = found;
    for (const name of new Set([...known.keys(), ...found.keys()])) {
      const version = found.get(name);
      if (version?.state !== known.get(name)?.state) await this.#tell(name, version);
    }
  }

  async #tell(service: string, version: Published | undefined): Promise<void> {
    const { number, changeBy } = version ?? {};
    const author = changeBy === undefined ? undefined : await this.#sources.findLogin(changeBy);
    this.#send({ type: 'publish', data: { service, isGone: version === undefined, number, author } });
  }

  /** The version and validity of each service, by name: changes by a host have no version of ours. */
  async #read(): Promise<ReadonlyMap<string, Published>> {
    const { services } = this.#sources;
    const [stored, newest] = await Promise.all([services.list(), services.versions.newest()]);
    return new Map(
      stored.map(({ id, name, validID }) => {
        const version = newest.get(id);
        return [name, { state: `${version?.id ?? 0} ${validID}`, ...version }];
      }),
    );
  }
}

interface Published extends Partial<Pick<ServiceVersion, 'number' | 'changeBy'>> {
  /** Another one after each change. */
  readonly state: string;
}

/** Tells whose draft of a web service was saved. */
function savedDrafts({ drafts }: EventSources, send: (event: AdminEvent) => void) {
  let known: ReadonlyMap<string, number> | undefined;
  return {
    /** What exists at the first look is not reported. */
    async look(): Promise<void> {
      const saved = await drafts.saved();
      for (const { service, author, revision } of saved) {
        if (known !== undefined && known.get(service) !== revision) send({ type: 'draft', data: { service, author } });
      }
      known = new Map(saved.map(({ service, revision }) => [service, revision]));
    },
    forget(): void {
      known = undefined;
    },
  };
}

/** Most listeners at a time, per process. */
const MOST_LISTENERS = 50;
/** Listeners of one administrator, who may have several pages and programs. */
const MOST_OF_ONE = 10;
/** Milliseconds between two looks for recorded requests. */
const TURN = 1_000;
/** Turns between two messages about counts and presence, and between two looks whether listeners may still listen. */
const TURNS = 10;

/** Informs listeners about what happens. Without listeners, it reads nothing. */
export class EventHub {
  readonly #sources: EventSources;
  readonly #logger: Logger;
  readonly #listeners = new Set<EventListener>();
  /** Logins of those who have a place and do not listen yet. */
  readonly #coming: string[] = [];
  readonly #presence: Presence;
  readonly #published: PublishedVersions;
  readonly #drafts: ReturnType<typeof savedDrafts>;
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;
  /** Up to which recorded requests are announced. */
  #place: Promise<string> | undefined;
  #isBusy = false;

  constructor(sources: EventSources, logger: Logger) {
    this.#sources = sources;
    this.#logger = logger;
    const send = (event: AdminEvent) => this.#send(event);
    this.#presence = new Presence(sources, send);
    this.#published = new PublishedVersions(sources, send);
    this.#drafts = savedDrafts(sources, send);
    sources.stopping.addEventListener('abort', () => {
      for (const listener of this.#listeners) listener.end();
    });
  }

  /**
   * Takes a place before an answer begins, and nothing that happens from then on is missed. Who has one has to be added.
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
      throw cause;
    }
  }

  async #missedSince(lastEventID: string | undefined): Promise<readonly AdminEvent[]> {
    this.#place ??= this.#sources.requests.now();
    const place = await this.#place;
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
    const listener = new EventListener(listening);
    this.#listeners.add(listener);
    listening.response.once('close', () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#sleep();
      this.#announcePresence();
    });
    if (this.#sources.stopping.aborted) listener.end();
    this.#wake();
    this.#announcePresence();
  }

  #send(event: AdminEvent): void {
    for (const listener of this.#listeners) listener.send(event);
  }

  #announcePresence(): void {
    this.#presence
      .announce([...this.#listeners].map(({ login }) => login))
      .catch((error: unknown) =>
        this.#logger.debug('the presence of administrators could not be announced', { error }),
      );
  }

  #wake(): void {
    this.#timer ??= setInterval(() => void this.#take(), TURN).unref();
  }

  #sleep(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#place = undefined;
    this.#presence.stop();
    this.#published.stop();
    this.#drafts.forget();
  }

  /** A database that is slow or away delays events, and does not make them pile up. */
  async #take(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#published.start();
      await this.#drafts.look();
      await this.#sendRequests();
      if (this.#turn % TURNS === 0) await this.#sendRest();
      this.#turn += 1;
    } catch (error) {
      this.#logger.debug('events of the administration could not be read', { error });
    } finally {
      this.#isBusy = false;
      if (this.#timer === undefined) this.#published.stop();
    }
  }

  async #sendRequests(): Promise<void> {
    const { requests } = this.#sources;
    const last = await (this.#place ?? requests.now());
    const turn = await requests.since(last);
    this.#place = Promise.resolve(turn.place);
    for (const event of toEvents(turn, last)) this.#send(event);
  }

  async #sendRest(): Promise<void> {
    const replicas = await this.#sources.replicas.list();
    const requestsPerSecond = replicas.reduce((sum, { load }) => sum + load.requestsPerSecond, 0);
    this.#send({ type: 'counts', data: { replicas: replicas.length, requestsPerSecond } });
    this.#announcePresence();
    await Promise.all([...this.#listeners].map((listener) => listener.keepAlive()));
  }
}

/** A listener that is lost on the way gets all of the turn again: only its last event says that the turn is over. */
function toEvents({ requests, skipped, place }: FeedTurn, last: string): readonly AdminEvent[] {
  const events: AdminEvent[] = requests.map((data) => ({ type: 'request', data, id: last }));
  if (skipped > 0) events.unshift({ type: 'skipped', data: { skipped }, id: last });
  return events.map((event, index) => (index === events.length - 1 ? { ...event, id: place } : event));
}
