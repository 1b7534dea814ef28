import { performance } from 'node:perf_hooks';
import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Milliseconds between two checks of the connections. */
const CHECK_INTERVAL = 250;

/** The undeclared parts of pg's client that this file uses. */
interface ClientInternals {
  readonly connection: { readonly stream: Duplex & { readonly bytesRead: number } };
  /** False while an answer is due. */
  readonly readyForQuery: boolean;
  readonly processID: number;
}

interface Watched {
  readonly client: pg.Client;
  /** When a check first found that an answer is due, or last that bytes were transferred; undefined if none is due. */
  since: number | undefined;
  bytesRead: number;
  bytesUnsent: number;
}

/**
 * Closes connections that wait for an answer from a silent server. Otherwise, a connection that lost its peer (a power cut, a firewall that
 * dropped it) is stuck until the kernel stops retransmitting, after about 15 minutes.
 */
export class StatementWatch {
  readonly #limit: number;
  readonly #connections = new Set<Watched>();
  /** Set if the other end of a connection is a pooler. */
  isPooled = false;
  #answeredAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  /** @param limit milliseconds of silence; `Infinity` for statements that may take any time */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Checks the client's connection periodically, which does not slow down its statements. */
  add(client: pg.Client): void {
    const watched: Watched = { client, since: undefined, bytesRead: 0, bytesUnsent: 0 };
    this.#connections.add(watched);
    client.once('end', () => this.#connections.delete(watched));
    this.#timer ??= setInterval(() => this.#check(), CHECK_INTERVAL).unref();
  }

  /**
   * The server process ids of connections that wait for an answer, if no connection was answered for this many milliseconds. Empty behind a
   * pooler, where the ids are not known.
   */
  silentFor(milliseconds: number): readonly number[] {
    return this.isPooled ? [] : this.#listSilent(milliseconds).map(readProcessID);
  }

  /** Closes the connections that wait for an answer, if none was answered for this many milliseconds: a busy server is slow, not silent. */
  dropSilent(milliseconds: number): void {
    for (const client of this.#listSilent(milliseconds)) destroyClient(client, new ServerSilent(milliseconds));
  }

  #listSilent(milliseconds: number): readonly pg.Client[] {
    const before = performance.now() - milliseconds;
    if (this.#answeredAt > before) return [];
    const waiting = [...this.#connections].filter(({ since = Infinity }) => since <= before);
    return waiting.map(({ client }) => client);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    if (this.#connections.size === 0) this.close();
    const now = performance.now();
    for (const watched of this.#connections) {
      const hasMoved = this.#hasMoved(watched, now);
      if (exposeInternals(watched.client).readyForQuery) watched.since = undefined;
      else if (hasMoved || watched.since === undefined) watched.since = now;
      else if (now - watched.since > this.#limit) destroyClient(watched.client, new ServerSilent(this.#limit));
    }
  }

  /** Whether bytes were transferred since the last check: a large value takes time on a slow network. */
  #hasMoved(watched: Watched, now: number): boolean {
    const { bytesRead, writableLength: bytesUnsent } = exposeInternals(watched.client).connection.stream;
    if (bytesRead !== watched.bytesRead) this.#answeredAt = now;
    const hasMoved = bytesRead !== watched.bytesRead || bytesUnsent !== watched.bytesUnsent;
    Object.assign(watched, { bytesRead, bytesUnsent });
    return hasMoved;
  }
}

/** The server is gone, or its answers do not arrive. */
class ServerSilent extends Error {
  /** The code that the kernel would report. */
  readonly code = 'ETIMEDOUT';

  constructor(milliseconds: number) {
    super(`The server did not answer for ${milliseconds / 1000} s.`);
  }
}

/** Closes the socket without a Terminate message, which a silent server would not read. */
export function destroyClient(client: pg.Client, reason?: Error): void {
  exposeInternals(client).connection.stream.destroy(reason);
}

/** Milliseconds within which the server must react to a Terminate message. */
const END_TIMEOUT = 1_000;

/** Ends a connection after all statements are answered; destroys it if the server does not react. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => destroyClient(client), END_TIMEOUT);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

function exposeInternals(client: pg.Client): ClientInternals {
  // A cast: the driver's types lack these members.
  return client as unknown as ClientInternals;
}

/** The server process id from when the connection was made; a pooler makes it up. */
export function readProcessID(client: pg.Client): number {
  return exposeInternals(client).processID;
}
