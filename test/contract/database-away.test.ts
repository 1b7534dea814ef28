import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import {
  makeServerFolder,
  type ServerProcess,
  startServerProcess,
  startTestDatabase,
  type TestDatabase,
  untilTrue,
} from '@ticketgate/test-support';

/** The way to a database, which can be cut and mended. */
class DatabaseRoad {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(url: string) {
    this.#target = new URL(url);
  }

  get url(): string {
    const url = new URL(this.#target);
    url.port = String(this.#port);
    url.hostname = '127.0.0.1';
    return url.href;
  }

  async open(): Promise<void> {
    this.#server = createServer((socket) => {
      const upstream = connect(Number(this.#target.port), this.#target.hostname);
      for (const each of [socket, upstream]) {
        this.#sockets.add(each);
        each.on('error', () => undefined);
      }
      socket.pipe(upstream).pipe(socket);
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async cut(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
    this.#server?.close();
    if (this.#server?.listening === true) await once(this.#server, 'close');
  }
}

describe('while the database is away', () => {
  const folder = makeServerFolder();
  let testDatabase: TestDatabase;
  let road: DatabaseRoad;
  let server: ServerProcess;

  beforeAll(async () => {
    testDatabase = await startTestDatabase({ migrations: [] });
    road = new DatabaseRoad(testDatabase.url);
    await road.open();
    server = await startServerProcess(folder.path, { environment: { DATABASE_URL: road.url } });
  });

  afterAll(async () => {
    await server.stop();
    await road.cut();
    await testDatabase.stop();
    folder.remove();
  });

  function get(): Promise<Response> {
    const body = JSON.stringify({ UserLogin: 'api_agent', Password: server.rootPassword, TicketID: 1 });
    return fetch(`${server.url}/connector/ticket-get`, { method: 'POST', body });
  }

  it('ER6: requests are answered with 503 and Retry-After, and work again once it is back', async () => {
    expect((await get()).status).toBe(200);
    await road.cut();
    const answer = await get();
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await answer.json()).toMatchObject({ Error: { ErrorCode: 'Database.Unavailable' } });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await road.open();
    await untilTrue(async () => (await get()).status === 200);
  });
});
