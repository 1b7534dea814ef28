import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';

export const FINE = 'fine';
/** What clients may see when something goes away. */
export const BUSY = '503 with Retry-After';
export const CLOSED = 'closed connection';

/** Milliseconds that a client waits for an answer, and at least between two attempts of a write. */
const PATIENCE = 30_000;
const PAUSE = 1_000;
/** One turn of the load. */
const TURN = ['create', 'update', 'get', 'search', 'create', 'get', 'update', 'create', 'get', 'search'] as const;
/** Tickets whose tickets are read and changed: the last ones. */
const RECENT = 50;

/** The titles and subjects in a database, as `Load` has them. */
export const TITLES = "select title as text from ticket where title <> 'Welcome to Ticketgate'";
export const SUBJECTS =
  "select a_subject as text from article_data_mime where a_subject not in ('Help', 'Welcome to Ticketgate')";

export interface Attempt {
  readonly began: number;
  readonly ended: number;
  readonly outcome: string;
  /** What a 503 says. */
  readonly reason?: string | undefined;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly key?: string;
}

interface Answer {
  readonly outcome: string;
  readonly data?: { readonly TicketID?: number };
  /** Seconds, of an answer that says so. */
  readonly retryAfter?: number;
  readonly reason?: string | undefined;
}

/** Clients who send so many requests each second, whatever becomes of them, and repeat each write until they know that it was made. */
export class Load {
  readonly attempts: Attempt[] = [];
  /** Titles of new tickets and subjects of new articles whose write was acknowledged. */
  readonly titles = new Set<string>();
  readonly subjects = new Set<string>();
  readonly #url: string;
  readonly #login: object;
  readonly #http: Pick<typeof http, 'request'>;
  readonly #agent: http.Agent;
  readonly #tickets: number[] = [];
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param url of a server, or of a proxy whose certificate is its own */
  constructor(url: string, login: { readonly UserLogin: string; readonly Password: string }) {
    this.#url = `${url}/Webservice/TicketService`;
    this.#login = login;
    const options = { keepAlive: true, maxSockets: 200 };
    const isSecure = url.startsWith('https:');
    this.#http = isSecure ? https : http;
    this.#agent = isSecure ? new https.Agent({ ...options, rejectUnauthorized: false }) : new http.Agent(options);
  }

  /** Is there for the other requests to read and change. */
  async prepare(): Promise<void> {
    await this.#create();
  }

  start(perSecond: number): void {
    let turn = 0;
    const began = Date.now();
    // Timers are late on a busy machine; as many are sent as should have been.
    this.#timer = setInterval(() => {
      for (const due = ((Date.now() - began) / 1000) * perSecond; turn < due; turn += 1) this.#send(turn);
    }, 10);
  }

  /** Waits until all writes are acknowledged. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#running);
    this.#agent.destroy();
  }

  #send(turn: number): void {
    const running = this.#work(TURN[turn % TURN.length] ?? 'get').finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #work(kind: (typeof TURN)[number]): Promise<void> {
    const ticket = this.#tickets[Math.floor(Math.random() * this.#tickets.length)];
    if (kind === 'create') return this.#create();
    if (kind === 'update') return this.#update(ticket);
    const path = kind === 'get' ? `TicketGet?TicketID=${ticket}` : 'TicketSearch?Title=*lost*&Limit=10';
    await this.#call({ method: 'GET', path });
  }

  async #create(): Promise<void> {
    const key = randomUUID();
    const Ticket = { Title: key, Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'a@customer.org' };
    const Article = { Subject: 'Help', Body: 'It burns.', MimeType: 'text/plain' };
    const data = await this.#write({ method: 'POST', path: 'TicketCreate', body: { Ticket, Article }, key });
    this.titles.add(key);
    if (data?.TicketID !== undefined) this.#tickets.push(data.TicketID);
    if (this.#tickets.length > RECENT) this.#tickets.shift();
  }

  async #update(TicketID: number | undefined): Promise<void> {
    const key = randomUUID();
    const Article = { Subject: key, Body: 'It still burns.', MimeType: 'text/plain' };
    await this.#write({ method: 'PUT', path: 'TicketUpdate', body: { TicketID, Article }, key });
    this.subjects.add(key);
  }

  async #write(call: Call): Promise<Answer['data']> {
    for (;;) {
      const { outcome, data, retryAfter = 0 } = await this.#call(call);
      if (outcome === FINE) return data;
      // Not all at the same moment.
      await wait(Math.max(PAUSE, retryAfter * 1000) * (1 + Math.random()));
    }
  }

  async #call(call: Call): Promise<Answer> {
    const began = Date.now();
    const answer = await this.#ask(call).catch((error: unknown): Answer => ({ outcome: outcomeOf(error) }));
    const { outcome, reason } = answer;
    this.attempts.push({ began, ended: Date.now(), outcome, reason });
    return answer;
  }

  async #ask({ method, path, body, key }: Call): Promise<Answer> {
    const { UserLogin, Password } = this.#login as { UserLogin: string; Password: string };
    const headers = {
      'X-OTRS-Header-UserLogin': UserLogin,
      'X-OTRS-Header-Password': Password,
      ...(key === undefined ? {} : { 'Idempotency-Key': key, 'Content-Type': 'application/json' }),
    };
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = this.#http.request(`${this.#url}/${path}`, { method, agent: this.#agent, headers, signal }, resolve);
      sent.once('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
    const text = (await response.setEncoding('utf8').toArray()).join('');
    const retryAfter = response.headers['retry-after'];
    if (response.statusCode === 503 && retryAfter !== undefined) {
      const reason = /"ErrorCode":"([^"]*)"/.exec(text)?.[1] ?? text;
      return { outcome: BUSY, retryAfter: Number(retryAfter), reason };
    }
    if (response.statusCode !== 200) return { outcome: `${response.statusCode}: ${text.slice(0, 200)}` };
    const { Success, Data, ErrorMessage } = JSON.parse(text) as {
      Success: number;
      Data: Answer['data'];
      ErrorMessage: string;
    };
    return Success === 1 ? { outcome: FINE, ...(Data === undefined ? {} : { data: Data }) } : { outcome: ErrorMessage };
  }
}

function outcomeOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer in ${PATIENCE / 1000} s`;
  return code === 'ECONNRESET' || code === 'EPIPE' ? CLOSED : (code ?? name);
}
