import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type RequestOptions } from 'node:https';
import { connect as connectPlainly } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { startTestServer, type TestServer, untilTrue } from '../../../test/support/index.js';

import { writeSelfSigned } from '../../../test/support/self-signed.js';
import { createCertificate } from '../src/http/certificate.js';

let folder = '';
let server: TestServer;

const makeCertificate = (name: string) => writeSelfSigned(join(folder, name), [name, '127.0.0.1']);

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
