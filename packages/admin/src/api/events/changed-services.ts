import type { ServiceVersion } from '@ticketgate/database';

import type { AdminEvent, EventSources } from './event-listener.js';

interface Seen {
  readonly fingerprint: string;
  /** By the names of services. */
  readonly published: ReadonlyMap<string, Published>;
  /** When drafts were saved, by the names of their services. */
  readonly drafts: ReadonlyMap<string, number>;
}

interface Published extends Partial<Pick<ServiceVersion, 'number' | 'changeBy'>> {
  /** Differs after each change. */
  readonly state: string;
}

type ServiceSources = Pick<EventSources, 'services' | 'findLogin'>;

/** Reports which web services have another version or are gone, and whose draft was saved. */
export class ChangedServices {
  readonly #sources: ServiceSources;
  readonly #send: (event: AdminEvent) => void;
  #seen: Seen | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(sources: ServiceSources, send: (event: AdminEvent) => void) {
    this.#sources = sources;
    this.#send = send;
  }

  /** One at a time, so that nothing is reported twice; what exists at the first look is not reported. */
  look(): Promise<void> {
    return (this.#looking = this.#looking.catch(() => undefined).then(() => this.#compare()));
  }

  async #compare(): Promise<void> {
    const { services } = this.#sources;
    const before = this.#seen;
    const saved = await services.drafts.saved();
    const drafts = new Map(saved.map(({ service, changedAt }) => [service, changedAt.getTime()]));
    const fingerprint = await services.fingerprint();
    const published = before?.fingerprint === fingerprint ? before.published : await this.#readPublished();
    this.#seen = { fingerprint, published, drafts };
    if (before === undefined) return;
    for (const draft of saved)
      if (before.drafts.get(draft.service) !== drafts.get(draft.service)) this.#send({ type: 'draft', data: draft });
    for (const name of new Set([...before.published.keys(), ...published.keys()])) {
      const version = published.get(name);
      if (version?.state !== before.published.get(name)?.state) await this.#tell(name, version);
    }
  }

  async #tell(service: string, version: Published | undefined): Promise<void> {
    const { number, changeBy } = version ?? {};
    const author = changeBy === undefined ? undefined : await this.#sources.findLogin(changeBy);
    this.#send({ type: 'publish', data: { service, isGone: version === undefined, number, author } });
  }

  /** The version and validity of each service, by name: changes by a host do not make a version here. */
  async #readPublished(): Promise<Seen['published']> {
    const { services } = this.#sources;
    const stored = await services.list();
    // Read afterwards, so that no service is reported before its version is known.
    const newest = await services.versions.newest();
    return new Map(
      stored.map(({ id, name, validID }) => {
        const version = newest.get(id);
        return [name, { state: `${version?.id ?? 0} ${validID}`, ...version }];
      }),
    );
  }
}
