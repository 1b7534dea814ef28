import { setTimeout as wait } from 'node:timers/promises';
import { makeServerFolder, startServerProcess, type ServerProcess } from '../support/index.js';

const CLIENTS = 50;
const TICKETS = 20;
const SECONDS = 60;
/** One of so many requests creates a ticket; the others change one of the twenty. */
const CREATES_EVERY = 10;

interface Change {
  readonly ticketID: number;
  readonly articleID: number;
  readonly title: string;
}

interface HistoryEntry {
  readonly ArticleID: number;
  readonly Name: string;
  readonly HistoryType: string;
  readonly CreateTime: string;
}

/** Clients of one server that change the same tickets. */
class Crowd {
  readonly changes: Change[] = [];
  readonly created: number[] = [];
  readonly failures: string[] = [];
  readonly #base: string;
  readonly #sessionID: string;
  #count = 0;
  #turn = 0;

  private constructor(base: string, sessionID: string) {
    this.#base = base;
    this.#sessionID = sessionID;
  }

  static async gather({ url, rootPassword }: ServerProcess): Promise<Crowd> {
    const base = `${url}/Webservice/TicketConnector`;
    const session = await fetch(`${url}/Webservice/TicketExample/session`, {
      method: 'POST',
      body: JSON.stringify({ UserLogin: 'root@localhost', Password: rootPassword }),
    });
    const { Data } = (await session.json()) as { Data: { SessionID: string } };
    return new Crowd(base.replace('TicketConnector', 'TicketExample'), Data.SessionID);
  }

  async create(): Promise<number> {
    const { TicketID } = await this.#send('POST', '/ticket', {
      Ticket: { Title: 'Start', Queue: 'Raw', State: 'open', Priority: '3 normal', CustomerUser: 'a@customer.org' },
      Article: { Subject: 'Start', Body: 'Start', MimeType: 'text/plain' },
    });
    this.created.push(Number(TicketID));
    return Number(TicketID);
  }

  /** One client: request after request until the time is up. */
  async work(tickets: readonly number[], signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#count += 1;
      if (this.#count % CREATES_EVERY === 0) await this.create();
      else await this.#change(this.#next(tickets), this.#count);
    }
  }

  /** All in turn, so that each is always under change by several clients. */
  #next(tickets: readonly number[]): number {
    this.#turn = (this.#turn + 1) % tickets.length;
    return tickets[this.#turn] ?? 0;
  }

  async history(ticketID: number): Promise<readonly HistoryEntry[]> {
    const { History } = await this.#send('POST', '/ticket/history', { TicketID: ticketID });
    return History as readonly HistoryEntry[];
  }

  async #change(ticketID: number, count: number): Promise<void> {
    const title = `Title ${String(count)}`;
    const { ArticleID } = await this.#send('PATCH', '/ticket', {
      TicketID: ticketID,
      Ticket: {
        Title: title,
        State: count % 3 === 0 ? 'closed' : 'open',
        Priority: count % 2 === 0 ? '1 very low' : '3 normal',
      },
      Article: { Subject: title, Body: 'Changed', MimeType: 'text/plain' },
    });
    if (ArticleID !== undefined) this.changes.push({ ticketID, articleID: Number(ArticleID), title });
  }

  async #send(method: string, path: string, fields: object): Promise<Record<string, unknown>> {
    const body = JSON.stringify({ SessionID: this.#sessionID, ...fields });
    const response = await fetch(this.#base + path, { method, body });
    const answer = (await response.json()) as { Data?: Record<string, unknown>; ErrorMessage?: string };
    if (response.status !== 200) this.failures.push(`${String(response.status)} ${answer.ErrorMessage ?? ''}`);
    return answer.Data ?? {};
  }
}

describe('fifty clients that change the same twenty tickets for a minute', () => {
  it('cause no deadlock, lose no update, and leave a complete history in order', async () => {
    const folder = makeServerFolder();
    const server = await startServerProcess(folder.path);
    try {
      const crowd = await Crowd.gather(server);
      const tickets = await Promise.all(Array.from({ length: TICKETS }, () => crowd.create()));
      const timeUp = new AbortController();
      void wait(SECONDS * 1000).then(() => {
        timeUp.abort();
      });
      await Promise.all(Array.from({ length: CLIENTS }, () => crowd.work(tickets, timeUp.signal)));
      process.stderr.write(
        `${String(crowd.changes.length)} changes, ${String(crowd.created.length)} tickets created\n`,
      );
      expect(crowd.failures).toEqual([]);
      expect(crowd.changes.length).toBeGreaterThan(TICKETS);
      expect(new Set(crowd.created).size).toBe(crowd.created.length);
      for (const ticketID of tickets) expectHistory(await crowd.history(ticketID), crowd.changes, ticketID);
    } finally {
      await server.stop();
      folder.remove();
    }
  }, 300_000);
});

function expectHistory(history: readonly HistoryEntry[], changes: readonly Change[], ticketID: number): void {
  const own = changes.filter((change) => change.ticketID === ticketID);
  const added = history.filter(({ HistoryType }) => HistoryType === 'AddNote').map(({ ArticleID }) => ArticleID);
  expect(added.toSorted(byNumber)).toEqual(own.map(({ articleID }) => articleID).toSorted(byNumber));
  const times = history.map(({ CreateTime }) => CreateTime);
  expect(times).toEqual(times.toSorted());
  const titles = history
    .filter(({ HistoryType }) => HistoryType === 'TitleUpdate')
    .map(({ Name }) => Name.split('%%').slice(1));
  // Each change begins where the one before it ended: none was made on a state that was gone.
  expect(titles.map(([before]) => before)).toEqual(['Start', ...titles.slice(0, -1).map(([, after]) => after)]);
  expect(titles.map(([, after]) => after).toSorted()).toEqual(own.map(({ title }) => title).toSorted());
}

function byNumber(left: number, right: number): number {
  return left - right;
}
