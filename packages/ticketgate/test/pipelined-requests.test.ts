import { subscribe, unsubscribe, type ChannelListener } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectSecurely } from 'node:tls';
import { UnsentAnswers } from '@ticketgate/gateway';
import { silentLogger, untilTrue } from '../../../test/support/index.js';

import { defaultConfiguration } from '../../runtime/src/configuration/default-configuration.js';
import { makeSelfSigned } from '../../../test/support/self-signed.js';
import { createHttpServer, type HttpServer } from '../src/http/http-server.js';
import { accept, type Acceptor } from '../src/serving/accept.js';

const BUDGET = 20_000_000;
const LARGE = 'x'.repeat(12_000_000);

const get = (path: string) => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (path: string, body: string) =>
  `POST /${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const LAST = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

describe.each(['HTTP', 'HTTPS'])('requests that a client sends by %s without waiting for answers', (protocol) => {
  const isSecure = protocol === 'HTTPS';
  const http = { ...defaultConfiguration('/').http, port: 0 };
  /** Requests that are being answered, and those that were parsed. */
  let open: { readonly path: string; readonly response: ServerResponse }[] = [];
  let parsed = 0;
  let server: HttpServer;
  let acceptor: Acceptor;
  let clients: Socket[] = [];

  const count: ChannelListener = () => (parsed += 1);

  /** Paths below /later are answered by the test. */
  function answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    if (path.startsWith('/later')) open.push({ path, response });
    else if (path === '/large') response.end(LARGE);
    else if (request.method === 'POST') void text(request).then((body) => response.end(`${body.length} bytes`));
    else response.end(`<${path}>`);
  }

  beforeAll(async () => {
    subscribe('http.server.request.start', count);
    const certificate = isSecure ? await makeSelfSigned({ names: ['x'], days: 1, now: new Date() }) : undefined;
    const unsent = new UnsentAnswers(BUDGET, silentLogger);
    server = createHttpServer({ http, certificate, unsent }, answer);
    const take = (socket: Socket) => {
      server.take(socket);
    };
    acceptor = await accept(http, take, { isSecure });
    acceptor.open();
  });

  beforeEach(() => {
    [open, parsed, clients] = [[], 0, []];
  });

  afterEach(async () => {
    for (const client of clients) client.destroy();
    await untilTrue(() => Promise.resolve(!server.isAnswering));
  });

  afterAll(async () => {
    unsubscribe('http.server.request.start', count);
    await acceptor.close();
    await server.stop(1);
  });

  async function send(...requests: readonly string[]): Promise<Socket> {
    const port = { port: acceptor.port, host: '127.0.0.1' };
    const socket = isSecure ? connectSecurely({ ...port, rejectUnauthorized: false }) : connect(port);
    clients.push(socket);
    await once(socket, isSecure ? 'secureConnect' : 'connect');
    socket.write(requests.join(''));
    return socket;
  }

  const isOpen = (...paths: readonly string[]) =>
    untilTrue(() => Promise.resolve(String(open.map(({ path }) => path)) === String(paths)));
  const bodiesIn = (received: string) => received.match(/<[^>]+>|\d+ bytes/g);

  it('are answered one after the other, in their order', async () => {
    const received = text(await send(get('1'), get('later/2'), get('later/3'), get('4'), LAST));
    await isOpen('/later/2');
    open.pop()?.response.end('<second>');
    await isOpen('/later/3');
    open.pop()?.response.end('<third>');
    expect(bodiesIn(await received)).toEqual(['</1>', '<second>', '<third>', '</4>', '</last>']);
  });

  it('may be thousands, with large and small bodies between them', async () => {
    const small = Array.from({ length: 2_000 }, (_, index) => get(String(index)));
    const body = 'b'.repeat(300_000);
    const received = await text(
      await send(...small, post('a', body), get('x'), post('b', 'four'), post('c', body), LAST),
    );
    const expected = [
      ...small.map((_, index) => `</${index}>`),
      '300000 bytes',
      '</x>',
      '4 bytes',
      '300000 bytes',
      '</last>',
    ];
    expect(bodiesIn(received)).toEqual(expected);
  });

  it('are not even parsed, apart from those of the first reading and a few, while one of them is under way', async () => {
    const flood = [get('later'), ...Array.from({ length: 10_000 }, () => get(''))];
    const client = await send(...flood);
    await isOpen('/later');
    // Another client is answered, also in several turns of the event loop.
    const other = text(await send(...Array.from({ length: 20 }, () => get('')), LAST));
    expect(bodiesIn(await other)).toHaveLength(21);
    expect(parsed).toBeLessThan(65_536 / get('').length + 300);
    // From then on not even those, on any connection.
    parsed = 0;
    const next = await send(...flood);
    await isOpen('/later', '/later');
    expect(bodiesIn(await text(await send(get(''), LAST)))).toHaveLength(2);
    expect(parsed).toBeLessThan(300);
    next.destroy();
    open[1]?.response.end();
    client.destroy();
    open[0]?.response.end();
  });

  it('wait until the client reads the answers, and are forgotten with the connection', async () => {
    const client = await send(get('large'), ...Array.from({ length: 10_000 }, () => get('later')));
    client.pause();
    await untilTrue(() => Promise.resolve(server.isAnswering));
    expect(bodiesIn(await text(await send(LAST)))).toEqual(['</last>']);
    expect(open).toEqual([]);
    client.destroy();
    await untilTrue(() => Promise.resolve(!server.isAnswering));
    expect(open).toEqual([]);
  });

  it('do not outlive the answer that ends the connection', async () => {
    const client = await send(get('later'), get('1'), get('2'));
    await isOpen('/later');
    open[0]?.response.setHeader('Connection', 'close').end('<end>');
    expect(bodiesIn(await text(client))).toEqual(['<end>']);
  });

  it('get 400 and the end of the connection where they have no Host, however many they are', async () => {
    const client = await send(get('later'), get('1'), 'GET / HTTP/1.1\r\n\r\n'.repeat(5_000));
    await isOpen('/later');
    open[0]?.response.end('<first>');
    const received = await text(client);
    expect(bodiesIn(received)).toEqual(['<first>', '</1>']);
    expect(received).toContain('HTTP/1.1 400 Bad Request');
  });

  it('make room for others once too many bytes of answers wait: the connection that has waited longest is closed', async () => {
    const [first, second] = [await send(get('large')), await send()];
    first.on('error', () => undefined).pause();
    await untilTrue(() => Promise.resolve(server.isAnswering));
    second.write(`${get('large')}${LAST}`);
    const received = await text(second);
    expect([received.length > LARGE.length, bodiesIn(received)]).toEqual([true, ['</last>']]);
    const cut = await text(first).catch(() => '');
    expect(cut.length).toBeLessThan(LARGE.length);
  });
});
