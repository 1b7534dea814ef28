import { randomUUID } from 'node:crypto';
import { isData } from '@ticketgate/sdk';

import type { AdminEvent, EventSources } from './event-listener.js';

/** Milliseconds after which a process that said nothing counts as without listeners. */
const GONE = 30_000;
/** Logins that a process announces: the length of a message is limited. */
const MOST_LOGINS = 50;

interface Announcement {
  readonly logins: readonly string[];
  readonly at: number;
}

/** Which administrators listen, at all processes. */
export class Presence {
  readonly #sources: EventSources;
  readonly #send: (event: AdminEvent) => void;
  readonly #id = randomUUID();
  readonly #received = new Map<string, Announcement>();
  #stop: Promise<() => void> | undefined;
  #sent = '';

  constructor(sources: EventSources, send: (event: AdminEvent) => void) {
    this.#sources = sources;
    this.#send = send;
  }

  /** Tells the other processes who listens here. */
  async announce(logins: readonly string[]): Promise<void> {
    const { messages } = this.#sources;
    if (logins.length > 0) {
      this.#sent = '';
      this.#stop ??= messages.listen((payload) => {
        this.#receive(payload);
      });
      await this.#stop;
    }
    await messages.send(JSON.stringify({ id: this.#id, logins: [...new Set(logins)].slice(0, MOST_LOGINS) }));
  }

  stop(): void {
    void this.#stop?.then((stop) => {
      stop();
    });
    this.#stop = undefined;
    this.#received.clear();
  }

  #receive(payload: string | undefined): void {
    const message = readMessage(payload);
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

function readMessage(
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
