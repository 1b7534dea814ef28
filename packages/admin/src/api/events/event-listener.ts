import type { ServerResponse } from 'node:http';
import type { RequestFeed, ServiceStore } from '@ticketgate/database';
import { isData } from '@ticketgate/sdk';

/** Bytes that may wait for a listener; a slower one is disconnected, and has to come back. */
const MOST_WAITING = 1_000_000;

/** An event for open pages. */
export interface AdminEvent {
  readonly type: 'request' | 'skipped' | 'publish' | 'draft';
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
    // A listener learns only the place of a hidden event, to continue after it.
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
  /** The login of an agent. */
  findLogin(userID: number): Promise<string>;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
}
