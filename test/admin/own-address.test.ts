import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage, type RequestOptions, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ApiSystem } from '@ticketgate/admin';
import { adminRoutes, createAdminRouter } from '@ticketgate/admin/api';
import { freePort } from '@ticketgate/database';
import { createJsonReader } from '@ticketgate/gateway';
import { collectingLogger, startTestServer, untilTrue } from '../support/index.js';
import express, { type Router } from 'express';
import { defaultConfiguration } from '@ticketgate/runtime';

import { bodyBudget, readingLimits } from '../../packages/runtime/src/configuration/limits-of-gateway.js';

describe('the administration', () => {
  it('moves to an address of its own if one is configured', async () => {
    const listen = `127.0.0.1:${await freePort()}`;
    const server = await startTestServer({ configuration: { admin: { listen } } });
    try {
      const status = async (url: string) => (await fetch(`${url}/admin/api/session`)).status;
      expect([await status(`http://${listen}`), await status(server.url)]).toEqual([401, 404]);
      expect(await (await fetch(`http://${listen}/elsewhere`)).json()).toEqual({
        Error: {
          ErrorCode: 'Server.NotFound',
          ErrorMessage:
            'There is nothing at GET /elsewhere. The administration is at /admin, and its API at /admin/api.',
        },
      });
    } finally {
      await server.stop();
    }
  });
});

describe('a router of the administration', () => {
  const logger = collectingLogger();
  let listening: Server;
  let url: string;
  let router: Router;
  let isOriginKnown = true;
  let client = '127.0.0.1';
  let isSecure = false;

  beforeAll(async () => {
    // Nothing else of it is there: everything that gets so far fails.
    const system = { logger, definitionBytes: 1000 } as unknown as ApiSystem;
    const policy = {
      clientAddress: () => client,
      isSecure: () => isSecure,
      isOriginKnown: () => isOriginKnown,
      toPrefix: () => '',
    };
    const configuration = defaultConfiguration('/nowhere');
    const readJson = createJsonReader(readingLimits(configuration), bodyBudget(configuration), policy.clientAddress);
    router = createAdminRouter({ system, policy, allowedNetworks: ['127.0.0.1'], hosts: new Set(['gate']), readJson });
    listening = express().use('/admin/api', router).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/admin/api/session`; // it listens on TCP
  });

  afterAll(() => {
    listening.close();
  });

  it('has the routes that the tests of the administration go through, and no other', () => {
    const served = router.stack.flatMap(({ route }) =>
      route === undefined ? [] : route.stack.slice(-1).map(({ method }) => `${method.toUpperCase()} ${route.path}`),
    );
    const listed = adminRoutes.map(({ method, path }) => `${method} ${path}`);
    expect([...served].sort()).toEqual([...listed, 'GET /openapi.json'].sort());
  });

  it('writes only to the log why something failed', async () => {
    const body = JSON.stringify({ UserLogin: 'a', Password: 'seeded-Passw0rd-77' });
    const answer = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
    const problem = (await answer.json()) as { readonly code: string; readonly detail: string };
    expect([answer.status, problem.code]).toEqual([500, 'Admin.Internal']);
    const log = logger.lines.join('\n');
    expect(log).toContain('a request of an administrator failed');
    expect(log).not.toContain('seeded-Passw0rd-77');
    expect(problem.detail).toMatch(/under [-\da-f]{36}\.$/);
  });

  /** `fetch` does not let anybody choose the host. */
  function send(options: RequestOptions): ClientRequest {
    const { port, pathname } = new URL(url);
    return request({ ...options, host: '127.0.0.1', port, path: pathname, agent: false }).on('error', () => undefined);
  }

  async function codeOf(sent: ClientRequest): Promise<string> {
    const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage];
    const { code } = JSON.parse(await text(answer)) as { readonly code: string };
    return `${answer.statusCode} ${code}`;
  }

  it('does not answer under an unknown name, which may point to any address', async () => {
    const codeUnder = (host: string) => codeOf(send({ headers: { host } }));
    for (const host of ['evil.example', 'evil.example:80', '127.0.0.1.evil.example'])
      expect(await codeUnder(host)).toBe('421 Admin.HostNotAllowed');
    for (const host of ['127.0.0.1:80', '[::1]:80', 'LocalHost', 'gate:8080'])
      expect(await codeUnder(host)).toBe('401 Admin.LoginNeeded');
    isSecure = true;
    expect(await codeUnder('gate.example.org')).toBe('401 Admin.LoginNeeded');
    isSecure = false;
  });

  it('takes a page without an origin for a foreign one, also where the request names no host', async () => {
    isSecure = true;
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.end('DELETE /admin/api/session HTTP/1.0\r\nOrigin: null\r\n\r\n');
    expect(await text(socket)).toContain('Admin.OriginForeign');
    isSecure = false;
  });

  it('answers fifty requests at a time', async () => {
    const headers = { host: 'gate', 'Content-Type': 'application/json', 'Content-Length': '10' };
    const waiting = Array.from({ length: 50 }, () => send({ method: 'POST', headers }));
    for (const sent of waiting) sent.write('{');
    const code = () => codeOf(send({ headers: { host: 'gate' } }));
    await untilTrue(async () => (await code()) === '503 Admin.TooManyRequests');
    expect(await code()).toBe('503 Admin.TooManyRequests');
    for (const sent of waiting) sent.destroy();
    await untilTrue(async () => (await code()) === '401 Admin.LoginNeeded');
  });

  it('refuses requests that an unknown proxy forwards, or a known one that does not say for whom', async () => {
    isOriginKnown = false;
    const answer = await fetch(url);
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'Admin.ProxyUnknown' }]);
    isOriginKnown = true;
    client = '';
    expect(await codeOf(send({ headers: { host: 'gate' } }))).toBe('403 Admin.ClientUnknown');
    client = '127.0.0.1';
  });
});
