import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Replicas, RequestFeed, ServiceStore } from '@ticketgate/database';
import type { OpenDatabase } from '@ticketgate/database/postgres';
import { isData } from '@ticketgate/sdk';

/** Bytes that may wait for a listener; a slower one is disconnected, and has to come back. */
const MOST_WAITING = 1_000_000;

/** An event that open pages are told about. */
export interface AdminEvent {
  readonly type: 'request' | 'skipped' | 'publish' | 'draft' | 'presence' | 'counts';
  readonly data: unknown;
  /** Where a listener that comes back goes on. */
  readonly id?: string | undefined;
}

export interface Listening {
  readonly login: string;
  readonly response: ServerResponse;
  /** Events since the last one that the listener knows. */
  readonly missed?: readonly AdminEvent[];
  /** Whether the listener may look at a web service. */
  isShown(service: string): boolean;
  /** Rejects once the listener may no longer administer. */
  requireAllowed(): Promise<void>;
}

/** A listener, which gets events as server-sent events. */
export class EventListener {
  readonly login: string;
  readonly #listening: Listening;

  constructor(listening: Listening) {
    this.login = listening.login;
    this.#listening = listening;
    listening.response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    this.#write(': listening\n\n');
    for (const event of listening.missed ?? []) this.send(event);
  }

  send({ type, data, id }: AdminEvent): void {
    const service = isData(data) ? data.service : undefined;
    const isHidden = typeof service === 'string' && !this.#listening.isShown(service);
    const place = id === undefined ? '' : `id: ${id}\n`;
    // Of what is hidden, a listener learns the place alone, to go on behind it.
    this.#write(`${place}${isHidden ? '' : `event: ${type}\ndata: ${JSON.stringify(data)}\n`}\n`);
  }

  /** Proxies close connections on which nothing happens; sessions and groups end while somebody listens. */
  async keepAlive(): Promise<void> {
    try {
      await this.#listening.requireAllowed();
      this.#write(': still here\n\n');
    } catch {
      this.end();
    }
  }

  end(): void {
    this.#listening.response.end();
  }

  #write(text: string): void {
    const { response } = this.#listening;
    if (response.writableEnded) return;
    if (response.writableLength > MOST_WAITING) response.destroy();
    else response.write(text);
  }
}

/** Where events come from. */
export interface EventSources {
  readonly requests: Pick<RequestFeed, 'now' | 'since'>;
  readonly services: Pick<ServiceStore, 'list' | 'versions' | 'drafts' | 'fingerprint'>;
  readonly replicas: Pick<Replicas, 'list'>;
  /** The login of an agent. */
  findLogin(userID: number): Promise<string>;
  now(): Date;
  /** Messages between the processes on one database. */
  readonly notifications: Pick<OpenDatabase['notifications'], 'listen' | 'notify'>;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}

/** How processes tell each other which administrators listen. */
const CHANNEL = 'ticketgate_administrators';
/** Milliseconds after which a process that said nothing counts as without listeners. */
const GONE = 30_000;
/** Logins that a process announces: the length of a message is limited. */
const MOST_LOGINS = 50;

/** Which administrators listen, at all processes. */
export class Presence {
  readonly #sources: EventSources;
  readonly #send: (event: AdminEvent) => void;
  readonly #id = randomUUID();
  readonly #received = new Map<string, { readonly logins: readonly string[]; readonly at: number }>();
  #stop: Promise<() => void> | undefined;
  #sent = '';

  constructor(sources: EventSources, send: (event: AdminEvent) => void) {
    this.#sources = sources;
    this.#send = send;
  }

  /** Tells the other processes who listens here. */
  async announce(logins: readonly string[]): Promise<void> {
    const { notifications } = this.#sources;
    if (logins.length > 0) {
      this.#sent = '';
      this.#stop ??= notifications.listen(CHANNEL, (payload) => this.#receive(payload));
      await this.#stop;
    }
    const notice = { id: this.#id, logins: [...new Set(logins)].slice(0, MOST_LOGINS) };
    await notifications.notify(CHANNEL, JSON.stringify(notice));
  }

  stop(): void {
    void this.#stop?.then((stop) => stop());
    this.#stop = undefined;
    this.#received.clear();
  }

  #receive(payload: string | undefined): void {
    const message = parseNotice(payload);
    if (message === undefined) return;
    const now = this.#sources.now().getTime();
    this.#received.set(message.id, { logins: message.logins, at: now });
    for (const [id, { logins, at }] of this.#received)
      if (logins.length === 0 || now - at > GONE) this.#received.delete(id);
    const here = [...new Set([...this.#received.values()].flatMap(({ logins }) => logins))].sort();
    const text = JSON.stringify(here);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#send({ type: 'presence', data: { logins: here } });
  }
}

function parseNotice(
  payload: string | undefined,
): { readonly id: string; readonly logins: readonly string[] } | undefined {
  try {
    const message: unknown = JSON.parse(payload ?? '');
    if (!isData(message) || typeof message.id !== 'string' || !Array.isArray(message.logins)) return undefined;
    return { id: message.id, logins: message.logins.map(String) };
  } catch {
    return undefined;
  }
}
