import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds that a caller waits for an answer, and between two attempts of a write. */
const PATIENCE = 30_000;
const PAUSE = 500;
/** One request of so many writes. */
const WRITES = 5;

/** A request that was not answered, or not as it should have been. */
export interface Failure {
  readonly at: number;
  readonly text: string;
}

/** A read that showed less than the caller knew already. */
export interface Stale {
  readonly at: number;
  readonly gateway: string;
  readonly known: number;
  readonly title: number | undefined;
  readonly articles: readonly number[];
}

/** Someone who changes one ticket, whose title counts, and reads it through any gateway. */
class Caller {
  ticket = 0;
  /** The newest title that was written, acknowledged, or shown. */
  written = 1;
  acknowledged = 1;
  known = 1;
  isWriting = false;
}

interface Call {
  readonly path: string;
  readonly data: object;
  readonly key?: string;
}

interface Login {
  readonly UserLogin: string;
  readonly Password: string;
}

/** Callers who together send so many requests a second, and check what each read shows against what they knew when they sent it. */
export class Callers {
  readonly stale: Stale[] = [];
  readonly failures: Failure[] = [];
  reads = 0;
  writes = 0;
  readonly #urls: readonly string[];
  readonly #login: Login;
  readonly #callers: readonly Caller[];
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param urls of the gateways */
  constructor(count: number, urls: readonly string[], login: Login) {
    this.#urls = urls;
    this.#login = login;
    this.#callers = Array.from({ length: count }, () => new Caller());
  }

  /** The ticket of each caller with the title that was acknowledged last. */
  get tickets(): readonly { readonly id: number; readonly title: string }[] {
    return this.#callers.map(({ ticket, acknowledged }) => ({ id: ticket, title: String(acknowledged) }));
  }

  /** Makes the tickets and sends requests until `stop`. */
  async start(perSecond: number): Promise<void> {
    const Ticket = { Title: '1', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
    const Article = { Subject: '1', Body: 'Dark.', ContentType: 'text/plain' };
    for (const caller of this.#callers) {
      const { TicketID } = await this.#ask(this.#urls[0] ?? '', { path: 'ticket-create', data: { Ticket, Article } });
      caller.ticket = Number(TicketID);
    }
    // Their first requests take longer.
    for (const caller of this.#callers) for (const url of this.#urls) await this.#read(caller, url);
    const began = Date.now();
    let turn = 0;
    this.#timer = setInterval(() => {
      for (const due = ((Date.now() - began) / 1000) * perSecond; turn < due; turn += 1) this.#send(turn);
    }, 10);
  }

  /** Waits until all writes are acknowledged. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
  }

  #send(turn: number): void {
    const caller = this.#callers[turn % this.#callers.length];
    if (caller === undefined) return;
    const isWrite = Math.floor(turn / this.#callers.length) % WRITES === 0 && !caller.isWriting;
    const running = (isWrite ? this.#write(caller) : this.#read(caller)).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Repeats a write until it is acknowledged. */
  async #write(caller: Caller): Promise<void> {
    const title = (caller.written += 1);
    const Article = { Subject: String(title), Body: 'Still dark.', ContentType: 'text/plain' };
    const data = { TicketID: caller.ticket, Ticket: { Title: String(title) }, Article };
    const call = { path: 'ticket-update', data, key: randomUUID() };
    caller.isWriting = true;
    while (!(await this.#succeeds(() => this.#ask(this.#any(), call)))) await wait(PAUSE);
    caller.acknowledged = title;
    caller.known = Math.max(caller.known, title);
    caller.isWriting = false;
    this.writes += 1;
  }

  async #read(caller: Caller, gateway = this.#any()): Promise<void> {
    const { known, ticket } = caller;
    await this.#succeeds(async () => {
      const { Ticket } = await this.#ask(gateway, { path: 'ticket-get', data: { TicketID: ticket, AllArticles: 1 } });
      const [shown] = Ticket as { Title: string; Article: { Subject: string }[] }[];
      // They are read one after the other, here as at a primary.
      const [title, ...articles] = [shown?.Title, ...(shown?.Article ?? []).map(({ Subject }) => Subject)].map(Number);
      const newest = Math.max(...articles);
      const isNew = [title, newest].every((each = NaN) => each >= known && each <= caller.written);
      if (!isNew || articles.length !== newest) this.stale.push({ at: Date.now(), gateway, known, title, articles });
      caller.known = Math.max(caller.known, newest);
      this.reads += 1;
    });
  }

  #any(): string {
    return this.#urls[Math.floor(Math.random() * this.#urls.length)] ?? '';
  }

  async #succeeds(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      const { message, cause } = error as Error & { cause?: Error };
      this.failures.push({ at: Date.now(), text: cause === undefined ? message : `${message}: ${cause.message}` });
      return false;
    }
  }

  async #ask(url: string, { path, data, key }: Call): Promise<Record<string, unknown>> {
    const response = await fetch(`${url}/connector/${path}`, {
      method: path === 'ticket-update' ? 'PUT' : 'POST',
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
      body: JSON.stringify({ ...this.#login, ...data }),
      signal: AbortSignal.timeout(PATIENCE),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} ${text.slice(0, 200)}`);
    return JSON.parse(text) as Record<string, unknown>;
  }
}
