import { connect, createServer, type Server, type Socket } from 'node:net';
import { silentLogger, startTestDatabase, type TestDatabase } from '@ticketgate/test-support';
import { openDatabase, type OpenDatabase } from '@ticketgate/postgres';

/** A way to the database that can be cut. */
class Line {
  attempts = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #isCut = false;
  #onAttempt: () => void = () => undefined;

  constructor(target: URL) {
    this.#server = createServer((client) => {
      this.attempts += 1;
      this.#onAttempt();
      if (this.#isCut) client.destroy();
      else this.#join(client, connect(Number(target.port), target.hostname));
    });
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  cut(): void {
    this.#isCut = true;
    this.attempts = 0;
    this.#sockets.forEach((socket) => socket.destroy());
  }

  mend(): void {
    this.#isCut = false;
  }

  untilAttempts(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#onAttempt = () => {
        if (this.attempts >= count) resolve();
      };
    });
  }

  close(): void {
    this.#server.close();
    this.#sockets.forEach((socket) => socket.destroy());
  }

  #join(left: Socket, right: Socket): void {
    for (const [from, to] of [
      [left, right],
      [right, left],
    ] as const) {
      this.#sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  }
}

describe('a lost connection', () => {
  let test: TestDatabase;
  let line: Line;
  let database: OpenDatabase;

  beforeEach(async () => {
    test = await startTestDatabase({ migrations: [] });
    line = new Line(new URL(test.url));
    const url = new URL(test.url);
    url.port = String(await line.open());
    database = await openDatabase({ url: url.href, logger: silentLogger });
  });

  afterEach(async () => {
    await database.close();
    line.close();
    await test.stop();
  });

  it('is answered as unavailable while it lasts, and replaced afterwards', async () => {
    line.cut();
    const failure = { code: 'Database.Unavailable', reason: 'Unavailable' };
    await expect(database.query('select 1')).rejects.toMatchObject(failure);
    await expect(database.withTransaction((transaction) => transaction.query('select 1'))).rejects.toMatchObject(
      failure,
    );
    line.mend();
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('ends a transaction with the same error, no matter what noticed it first', async () => {
    const inTransaction = database.withTransaction(async () => {
      line.cut();
    });
    await expect(inTransaction).rejects.toMatchObject({ code: 'Database.Unavailable' });
  });

  it('tells listeners that they may have missed messages, keeps trying, and listens on one connection again', async () => {
    const heard: (string | undefined)[] = [];
    let wake: () => void = () => undefined;
    const next = () => new Promise<void>((resolve) => (wake = resolve));
    const lost = next();
    await database.notifications.listen('news', (payload) => {
      heard.push(payload);
      wake();
    });
    const attempts = line.untilAttempts(4);
    line.cut();
    await lost;
    await attempts;
    const back = next();
    line.mend();
    await back;
    const announced = next();
    await test.database.notifications.notify('news', 'fresh');
    await announced;
    expect(heard).toEqual([undefined, undefined, 'fresh']);
    const listening = await test.database.query(`select pid from pg_stat_activity
      where datname = current_database() and query like 'listen %'`);
    expect(listening).toHaveLength(1);
  });

  it('lets the next listener try again when the first attempt failed', async () => {
    line.cut();
    await expect(database.notifications.listen('news', () => undefined)).rejects.toMatchObject({
      code: 'Database.Unavailable',
    });
    line.mend();
    const heard = new Promise<string | undefined>((resolve) => {
      void database.notifications.listen('news', resolve).then(() => test.database.notifications.notify('news', 'one'));
    });
    expect(await heard).toBe('one');
  });
});

describe('a database that is away from the start', () => {
  it('is reported by an error only, not by a log line too', async () => {
    const line = new Line(new URL('postgres://127.0.0.1:1'));
    const url = `postgres://anna:secret@127.0.0.1:${await line.open()}/ink`;
    line.cut();
    const log: string[] = [];
    const warn = (message: string) => void log.push(message);
    const opening = openDatabase({ url, logger: { ...silentLogger, warn } });
    await expect(opening).rejects.toMatchObject({ code: 'Database.Unavailable' });
    line.close();
    expect(log).toEqual([]);
  });
});
