import cluster from 'node:cluster';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../support/index.js';
import { defaultConfiguration, loadConfiguration, type System } from '@ticketgate/runtime';

import { listenForAdministration } from '../../packages/ticketgate/src/serving/administration.js';
import { createApp } from '../../packages/ticketgate/src/http/create-app.js';
import { createCertificate } from '../../packages/ticketgate/src/http/certificate.js';
import { createPlainHttpPolicy } from '../../packages/ticketgate/src/http/plain-http.js';
import { listenForMetrics, metricsPage } from '../../packages/ticketgate/src/http/metrics-page.js';
import { accept } from '../../packages/ticketgate/src/serving/accept.js';
import { WorkerPool } from '../../packages/ticketgate/src/serving/workers/worker-pool.js';

describe('codes of the server', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-codes-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  it('Server.ConfigurationInvalid: files must be valid', () => {
    const file = write('gateway.yml', 'http: { prot: 8080 }\n');
    const load = () => loadConfiguration({ files: [file], flags: {}, environment: {}, workingDirectory: folder });
    expect(load).toThrow(expect.objectContaining({ code: 'Server.ConfigurationInvalid' }) as Error);
  });

  it('Server.CertificateUnusable: certificates must be PEM', () => {
    const file = write('certificate.pem', 'ink');
    const { tls } = defaultConfiguration(folder);
    const make = () => createCertificate({ ...tls, certificate: file, key: file });
    expect(make).toThrow(expect.objectContaining({ code: 'Server.CertificateUnusable' }) as Error);
  });

  it('Server.PlainHttpRefused: the network must not see passwords', () => {
    const { http, tls } = defaultConfiguration(folder);
    const make = () => createPlainHttpPolicy({ http: { ...http, host: '0.0.0.0' }, tls });
    expect(make).toThrow(expect.objectContaining({ code: 'Server.PlainHttpRefused' }) as Error);
  });

  it('Server.AddressInUse: two servers cannot share an address', async () => {
    const { http } = defaultConfiguration(folder);
    const first = await accept({ ...http, port: 0 }, () => undefined);
    const second = accept({ ...http, port: first.port }, () => undefined);
    await expect(second).rejects.toMatchObject({ code: 'Server.AddressInUse' });
    await first.close();
  });

  it('Server.MetricsAddressInUse: the metrics need an address of their own', async () => {
    const { http } = defaultConfiguration(folder);
    const first = await accept({ ...http, port: 0 }, () => undefined);
    const second = listenForMetrics(`127.0.0.1:${first.port}`, () => undefined);
    await expect(second).rejects.toMatchObject({ code: 'Server.MetricsAddressInUse' });
    await first.close();
  });

  it('Server.AdminAddressInUse: the administration needs an address of its own', async () => {
    const configuration = defaultConfiguration(folder);
    const first = await accept({ ...configuration.http, port: 0 }, () => undefined);
    const admin = { ...configuration.admin, listen: `127.0.0.1:${first.port}` };
    const system = { configuration: { ...configuration, admin } } as System; // all that is looked at before it listens
    const policy = createPlainHttpPolicy(configuration);
    const administration = { handle: () => undefined, prepare: () => undefined, announceEnd: () => undefined };
    const second = listenForAdministration(system, administration, { policy, certificate: undefined, isHere: true });
    await expect(second).rejects.toMatchObject({ code: 'Server.AdminAddressInUse' });
    await first.close();
  });

  it('Server.AddressUnusable: the address must be one of this machine', async () => {
    const { http } = defaultConfiguration(folder);
    const refused = {
      code: 'Server.AddressUnusable',
      message: /^The server cannot listen on 192\.0\.2\.1:8080: .*EADDRNOTAVAIL.*\. Choose another address in/,
    };
    const accepted = accept({ ...http, host: '192.0.2.1', port: 8080 }, () => undefined, { option: 'admin.listen' });
    await expect(accepted).rejects.toMatchObject(refused);
    await expect(listenForMetrics('192.0.2.1:8080', () => undefined)).rejects.toMatchObject(refused);
  });

  it('Server.WorkerFailed: a worker ended before it served', async () => {
    cluster.setupPrimary({ exec: write('worker.mjs', 'process.exit(3);\n') });
    const { http } = defaultConfiguration(folder);
    const crew = new WorkerPool({ size: 1, http, environment: {}, patience: 1_000, logger: silentLogger });
    await expect(crew.start()).rejects.toMatchObject({ code: 'Server.WorkerFailed', message: /ended with 3/ });
  });

  describe('answered', () => {
    let server: Server;
    /** What an error of Express says of itself. */
    let status: number | undefined;

    beforeAll(async () => {
      const findObstacle = () => Promise.reject(Object.assign(new Error('the secret of the house'), { status }));
      server = createServer(
        createApp({
          version: '1',
          services: () => [],
          notServed: () => [],
          brokenPlugins: [],
          findObstacle,
          logger: silentLogger,
          metricsPage: metricsPage(() => Promise.resolve(''), 'the-right-token'),
        }),
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });

    afterAll(async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });

    it.each([
      ['Server.BadRequest', '/readyz', 400],
      ['Server.Internal', '/readyz', 500],
      ['Server.MetricsDenied', '/metrics', 401],
      ['Server.NotFound', '/nowhere', 404],
    ])('%s at %s', async (...[code, path, expected]) => {
      status = expected === 500 ? undefined : expected;
      // A server that listens on TCP has such an address.
      const { port } = server.address() as AddressInfo;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      const text = await answer.text();
      expect({ status: answer.status, text }).toEqual({
        status: expected,
        text: expect.stringContaining(`"${code}"`) as unknown,
      });
      expect(text).not.toContain('secret of the house');
    });
  });
});
