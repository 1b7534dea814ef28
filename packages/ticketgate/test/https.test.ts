import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { get, type RequestOptions } from 'node:https';
import { connect as connectPlainly } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { startTestServer, type TestServer, untilTrue } from '../../../test/support/index.js';

import { createCertificate } from '../src/http/certificate.js';
import { runCommand } from './run-command.js';

let folder = '';
let server: TestServer;

async function makeCertificate(name: string): Promise<{ certificate: string; key: string }> {
  const target = join(folder, name);
  const { code, output } = await runCommand(
    ['tls', 'self-signed', '--folder', target, '--name', name, '--name', '127.0.0.1'],
    { environment: { TICKETGATE_DATA: folder } },
  );
  expect([code, output]).toEqual([0, expect.stringContaining(`certificate: ${join(target, 'certificate.pem')}`)]);
  return { certificate: join(target, 'certificate.pem'), key: join(target, 'key.pem') };
}

function ask(url: string, options: RequestOptions): Promise<{ status: number | undefined; hsts: string | undefined }> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false, ...options }, (response) => {
      response.resume();
      resolve({ status: response.statusCode, hsts: response.headers['strict-transport-security'] });
    }).once('error', reject);
  });
}

function servedName(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().subject.CN as string);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-https-'));
  const { certificate, key } = await makeCertificate('first.example');
  writeFileSync(join(folder, 'certificate.pem'), readFileSync(certificate));
  writeFileSync(join(folder, 'key.pem'), readFileSync(key));
  const tls = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  server = await startTestServer({ configuration: { tls } });
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('HTTPS', () => {
  it('uses the configured certificate, and tells browsers to keep using HTTPS', async () => {
    expect(server.url).toMatch(/^https:/);
    const ca = readFileSync(join(folder, 'certificate.pem'));
    expect(await ask(`${server.url}/readyz`, { ca })).toEqual({ status: 200, hsts: 'max-age=31536000' });
    await expect(ask(`${server.url}/readyz`, {})).rejects.toThrow('self-signed certificate');
  });

  it('is no longer spoken in TLS 1.1', async () => {
    const ca = readFileSync(join(folder, 'certificate.pem'));
    await expect(
      ask(`${server.url}/readyz`, { ca, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    ).rejects.toThrow();
  });

  it('uses a changed certificate, unless it does not match its key', async () => {
    const second = await makeCertificate('second.example');
    writeFileSync(join(folder, 'certificate.pem'), readFileSync(second.certificate));
    expect(await servedName(server.url)).toBe('first.example');
    writeFileSync(join(folder, 'key.pem'), readFileSync(second.key));
    await untilTrue(async () => (await servedName(server.url)) === 'second.example');
  });

  it('closes connections whose clients leave without saying so, before the handshake or after it', async () => {
    const port = Number(new URL(server.url).port);
    for (const hasHandshake of [false, true]) {
      const client = connectPlainly(port, '127.0.0.1').resume();
      await once(client, 'connect');
      if (hasHandshake) await once(connect({ socket: client, rejectUnauthorized: false }), 'secureConnect');
      const closed = once(client, 'close');
      client.end();
      expect(await closed).toEqual([false]);
    }
  });

  it('reports mistakes in its files at the start', async () => {
    const [first, second] = [await makeCertificate('third.example'), await makeCertificate('fourth.example')];
    const create = (certificate: string | null, key: string | null) => createCertificate({ certificate, key, hsts: 0 });
    expect(create(null, null)).toBeUndefined();
    expect(() => create(first.certificate, null)).toThrow('tls.key is missing: HTTPS needs both files.');
    expect(() => create(first.certificate, second.key)).toThrow(/cannot be used for HTTPS: .*mismatch/);
    expect(() => create(first.certificate, join(folder, 'none.pem'))).toThrow(/none\.pem/);
  });
});

describe('ticketgate tls self-signed', () => {
  it('protects the key from other users, and existing files', async () => {
    const { key } = await makeCertificate('fifth.example');
    expect(statSync(key).mode & 0o777).toBe(0o600);
    const before = readFileSync(key, 'utf8');
    const again = ['tls', 'self-signed', '--folder', join(folder, 'fifth.example')];
    const refused = await runCommand(again, { environment: { TICKETGATE_DATA: folder } });
    expect([refused.code, refused.log]).toEqual([2, expect.stringContaining('--force')]);
    expect(readFileSync(key, 'utf8')).toBe(before);
    await runCommand([...again, '--force'], { environment: { TICKETGATE_DATA: folder } });
    expect(readFileSync(key, 'utf8')).not.toBe(before);
  });
});
