import type { AdminEvent, EventSources } from './event-listener.js';

/** Tells which web services have another version or are gone. */
export class PublishedVersions {
  readonly #sources: EventSources;
  readonly #send: (event: AdminEvent) => void;
  /** The state of each service, by name. */
  #known: ReadonlyMap<string, string> | undefined;
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
      if (version !== known.get(name))
        this.#send({ type: 'publish', data: { service: name, isGone: version === undefined } });
    }
  }

  /** The version and validity of each service, by name: changes by a host have no version of ours. */
  async #read(): Promise<ReadonlyMap<string, string>> {
    const { services } = this.#sources;
    const [stored, newest] = await Promise.all([services.list(), services.versions.newest()]);
    return new Map(stored.map(({ id, name, validID }) => [name, `${newest.get(id)?.id ?? 0} ${validID}`]));
  }
}
