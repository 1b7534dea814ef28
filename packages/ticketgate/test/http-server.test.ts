import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectSecurely } from 'node:tls';

import { UnsentAnswers } from '@ticketgate/gateway';
import { silentLogger } from '../../../test/support/index.js';

import { defaultConfiguration } from '../../runtime/src/configuration/default-configuration.js';
import { createHttpServer, type HttpServer } from '../src/http/http-server.js';
import { makeSelfSigned } from '../../../test/support/self-signed.js';
import { accept, type Acceptor } from '../src/serving/accept.js';

/** Seconds; on a busy machine, a client takes some of this for its handshake and its request. */
const PATIENCE = 0.6;
const HEADERS = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n';

describe.each(['HTTP', 'HTTPS'])('a server that speaks %s', (protocol) => {
  const isSecure = protocol === 'HTTPS';
  const http = { ...defaultConfiguration('/').http, port: 0, requestTimeout: PATIENCE, keepAliveTimeout: PATIENCE };
  let server: HttpServer;
  let acceptor: Acceptor;

  beforeAll(async () => {
    const certificate = isSecure ? await makeSelfSigned({ names: ['x'], days: 1, now: new Date() }) : undefined;
    server = createHttpServer(
      { http, certificate, unsent: new UnsentAnswers(1_000_000, silentLogger) },
      (request, response) => {
        request.resume().once('end', () => response.end('all of it'));
      },
    );
    const take = (socket: Socket) => {
      server.take(socket);
    };
    acceptor = await accept(http, take, { isSecure });
    acceptor.open();
  });

  afterAll(async () => {
    await acceptor.close();
    await server.stop(1);
  });

  async function client(): Promise<Socket> {
    const port = { port: acceptor.port, host: '127.0.0.1' };
    const socket = isSecure ? connectSecurely({ ...port, rejectUnauthorized: false }) : connect(port);
    await once(socket, isSecure ? 'secureConnect' : 'connect');
    return socket;
  }

  it.each([
    ['nothing of its request', ''],
    ['only a part of the headers', HEADERS.slice(0, 20)],
    ['only a part of the body', `${HEADERS}half`],
  ])('ends the connection of a client that sends %s', async (_what, sent) => {
    const socket = await client();
    socket.write(sent);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('ends a connection that stays idle after an answer', async () => {
    const socket = await client();
    socket.write(`${HEADERS}all of it!`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*all of it$/);
  });

  it('ends a connection whose client never begins', async () => {
    const socket = connect(acceptor.port, '127.0.0.1');
    expect(await text(socket)).toMatch(isSecure ? /^$/ : /^HTTP\/1\.1 408 /);
  });
});
