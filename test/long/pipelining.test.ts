import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { memoryOf, Watch } from '../fuzz/watch.js';
import { AttackedServer } from './attacks/attacked-server.js';

/** Milliseconds that the attack may keep the main thread from everybody else. */
const LONGEST_STALL = 500;
/** Megabytes by which memory may be higher at its highest, and after all connections are closed. */
const MOST_MEMORY = 200;
/** Milliseconds that each attack lasts. */
const DURATION = 4_000;
const MINUTES = 120_000;

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const CALL = '{"SessionID":"x","Title":"x"}';
const SEARCH = `POST /connector/ticket-search HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${CALL.length}\r\n\r\n${CALL}`;

const KINDS: readonly (readonly [string, string, number])[] = [
  ['/healthz', get('/healthz'), 1_200],
  ['the front page', get('/'), 1_200],
  ['requests as small as they can be', 'GET / HTTP/1.1\r\nHost:\r\n\r\n', 10_000],
  ['pages of the documentation', get('/docs/TicketService/'), 3_000],
  ['documents', get('/docs/TicketService/openapi.json'), 3_000],
  ['files of pages', get('/docs/assets/swagger-ui-bundle.js'), 600],
  ['a web service', SEARCH, 1_200],
  ['the API of the administration', get('/admin/api/services'), 1_200],
];

// Linux tells what processes cost.
const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux.each([1, 5, 40])('requests on %i connections, sent without waiting for answers', (connections) => {
  let server: AttackedServer;

  beforeAll(async () => {
    server = await AttackedServer.start();
  });

  afterAll(() => server.stop());

  function flood(payload: Buffer, isRead: boolean): Socket {
    const { hostname: host, port } = server.base;
    const socket = connect({ host, port: Number(port) });
    socket.on('error', () => undefined).write(payload);
    return isRead ? socket.resume() : socket.pause();
  }

  it.each(
    KINDS.flatMap(([kind, request, count]) =>
      [true, false].map((isRead) => ({ how: isRead ? 'read' : 'unread', kind, request, count, isRead })),
    ),
  )(
    'leave others and the memory alone: $how answers of $kind',
    async ({ request, count, isRead }) => {
      const before = memoryOf(server.pid);
      const watch = new Watch(server, () => []);
      const payload = Buffer.from(request.repeat(count));
      const sockets = Array.from({ length: connections }, () => flood(payload, isRead));
      await wait(DURATION);
      const during = memoryOf(server.pid);
      for (const socket of sockets) socket.destroy();
      await watch.stop();
      const more = Math.round((during - before) / 1e6);
      expect([server.hasEnded, watch.worst.milliseconds < LONGEST_STALL ? 'fine' : watch.worst.milliseconds]).toEqual([
        false,
        'fine',
      ]);
      expect(more).toBeLessThan(MOST_MEMORY);
    },
    MINUTES,
  );
});
