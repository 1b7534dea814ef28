import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createAdminRouter, type ApiSystem } from '@ticketgate/admin';
import { collectingLogger, startTestServer } from '@ticketgate/test-support';
import express from 'express';
import type { Server } from 'node:http';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

describe('the administration', () => {
  it('has an address of its own where it is given one, and is not at the other then', async () => {
    const listen = `127.0.0.1:${await freePort()}`;
    const server = await startTestServer({ configuration: { admin: { listen } } });
    try {
      const status = async (url: string) => (await fetch(`${url}/admin/api/session`)).status;
      expect([await status(`http://${listen}`), await status(server.url)]).toEqual([401, 404]);
    } finally {
      await server.stop();
    }
  });
});

describe('a router of the administration', () => {
  const logger = collectingLogger();
  let listening: Server;
  let url: string;
  let isOriginKnown = true;

  beforeAll(async () => {
    // Nothing of it is there: everything that gets so far fails.
    const system = { logger } as unknown as ApiSystem;
    const policy = { clientAddress: () => '127.0.0.1', isSecure: () => false, isOriginKnown: () => isOriginKnown };
    const router = createAdminRouter({ system, policy, allowedNetworks: ['127.0.0.1'] });
    listening = express().use('/admin/api', router).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}/admin/api/session`; // it listens on TCP
  });

  afterAll(() => {
    listening.close();
  });

  it('tells nobody but the log why something failed', async () => {
    const body = JSON.stringify({ UserLogin: 'a', Password: 'seeded-Passw0rd-77' });
    const answer = await fetch(url, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
    const problem = (await answer.json()) as { readonly code: string; readonly detail: string };
    expect([answer.status, problem.code]).toEqual([500, 'Admin.Internal']);
    const log = logger.lines.join('\n');
    expect(log).toContain('a request of an administrator failed');
    expect(log).not.toContain('seeded-Passw0rd-77');
    expect(problem.detail).toMatch(/under [-\da-f]{36}\.$/);
  });

  it('refuses what an unknown proxy passes on', async () => {
    isOriginKnown = false;
    const answer = await fetch(url);
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'Admin.ProxyUnknown' }]);
    isOriginKnown = true;
  });
});
