import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Milliseconds between two looks at the connections. */
const LOOK = 250;

/** The undeclared parts of pg's client that are used here. */
interface Inside {
  readonly connection: {
    readonly stream: Duplex & { readonly bytesRead: number };
    on(event: 'readyForQuery', listener: () => void): void;
  };
}

interface Watched {
  readonly client: pg.Client;
  /** When the server was last heard of while it owes an answer; undefined: it owes none. */
  since: number | undefined;
  bytesRead: number;
  bytesUnsent: number;
}

/**
 * Ends connections whose server owes an answer and is silent. Without that, a connection that lost its other end (a power cut, a firewall
 * that forgot it) is stuck for as long as the kernel sends again, about 15 minutes.
 */
export class StatementWatch {
  readonly #limit: number;
  readonly #connections = new Set<Watched>();
  /** Set when the other end of a connection is a pooler. */
  isPooled = false;
  #answeredAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  /** @param limit milliseconds of silence; `Infinity` for statements that may take any time */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Watches all that is sent from now on. */
  add(client: pg.Client): void {
    const watched: Watched = { client, since: undefined, bytesRead: 0, bytesUnsent: 0 };
    this.#connections.add(watched);
    const send = client.query.bind(client) as (...words: readonly unknown[]) => unknown;
    Object.assign(client, {
      query: (...words: readonly unknown[]) => {
        this.#begin(watched);
        return send(...words);
      },
    });
    inside(client).on('readyForQuery', () => {
      this.#answeredAt = performance.now();
      if (watched.since !== undefined) watched.since = this.#answeredAt;
    });
    client.on('drain', () => (watched.since = undefined));
    client.once('end', () => this.#connections.delete(watched));
  }

  /**
   * The server's process ids of connections that wait for an answer, once none of all was answered for so many milliseconds. Behind a pooler
   * they are not known.
   */
  silentFor(milliseconds: number): readonly number[] {
    const before = performance.now() - milliseconds;
    if (this.#answeredAt > before || this.isPooled) return [];
    return [...this.#connections].flatMap(({ client, since }) =>
      since === undefined || since > before ? [] : [processOf(client)],
    );
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #begin(watched: Watched): void {
    watched.since ??= performance.now();
    if (this.#limit < Infinity)
      this.#timer ??= setInterval(() => {
        this.#look();
      }, LOOK).unref();
  }

  #look(): void {
    const now = performance.now();
    let isAnyBusy = false;
    for (const watched of this.#connections) {
      if (watched.since === undefined) continue;
      isAnyBusy = true;
      if (this.#hasMoved(watched)) watched.since = now;
      else if (now - watched.since > this.#limit) destroyClient(watched.client, new ServerSilent(this.#limit));
    }
    if (!isAnyBusy) this.close();
  }

  /** A large value on a slow network takes its time. */
  #hasMoved(watched: Watched): boolean {
    const { bytesRead, writableLength: bytesUnsent } = inside(watched.client).stream;
    const hasMoved = bytesRead !== watched.bytesRead || bytesUnsent !== watched.bytesUnsent;
    Object.assign(watched, { bytesRead, bytesUnsent });
    return hasMoved;
  }
}

/** The server may be gone, or its answers do not reach us. */
export class ServerSilent extends Error {
  /** As if the kernel had noticed. */
  readonly code = 'ETIMEDOUT';

  constructor(milliseconds: number) {
    super(`The server did not answer for ${milliseconds / 1000} s.`);
  }
}

/** Without a goodbye: a server that does not answer would not read it. */
export function destroyClient(client: pg.Client, reason?: Error): void {
  inside(client).stream.destroy(reason);
}

/** Milliseconds that a server gets for its part of a goodbye. */
const GOODBYE = 1_000;

/** With a goodbye, after what was sent is answered; without it where nobody answers. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => {
    destroyClient(client);
  }, GOODBYE);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

function inside(client: pg.Client): Inside['connection'] {
  // pg's types do not have the connection.
  return (client as unknown as Inside).connection;
}

/** As its other end said when the connection was made. */
export function processOf(client: pg.Client): number {
  return (client as unknown as { readonly processID: number }).processID;
}
