import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@ticketgate/database';
import { makeServerFolder, startServerProcess, type ServerProcess } from './support/index.js';

import { writeSelfSigned } from './support/self-signed.js';
import { debianPackagesMissing } from './tools/debian-packages.js';

const ROOT = join(import.meta.dirname, '..');
const RULES = join(ROOT, 'deploy/prometheus/ticketgate.rules.yml');
const DASHBOARD = join(ROOT, 'deploy/grafana/ticketgate.json');

/** Metrics of events exist where somebody listens to events. */
const INVOKES = `Debugger: { DebugThreshold: error }
Provider: { Transport: { Type: '' } }
Requester:
  Invoker:
    Tell:
      Type: Generic::PassThrough
      Events: [{ Event: TicketCreate, Asynchronous: 1 }]
  Transport:
    Type: HTTP::REST
    Config:
      Host: https://example.com
      DefaultCommand: POST
      Timeout: 5
      InvokerControllerMapping: { Tell: { Controller: /tell, Command: POST } }
`;

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

describe('what watches a gateway', () => {
  const folder = makeServerFolder();
  let server: ServerProcess;
  let metrics = '';
  const names = () => [...metrics.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name);

  beforeAll(async () => {
    const { certificate, key } = await writeSelfSigned(join(folder.path, 'tls'), ['localhost', '127.0.0.1']);
    mkdirSync(join(folder.path, 'services'));
    writeFileSync(join(folder.path, 'services', 'Tells.yml'), INVOKES);
    const port = await freePort();
    server = await startServerProcess(folder.path, {
      configuration: `metrics: { listen: '127.0.0.1:${port}' }
webServices: { folder: ${folder.path}/services }
tls: { certificate: ${certificate}, key: ${key} }
`,
    });
    metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  });

  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  it('learns the slots of the database, the end of the certificate and the free bytes of the disk', () => {
    const valueOf = (name: string) =>
      Number(
        metrics
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      );
    expect(valueOf('ticketgate_database_slots{state="free"}')).toBeGreaterThan(0);
    expect(valueOf('ticketgate_database_slots{state="used"}')).toBeGreaterThan(0);
    expect(valueOf('ticketgate_certificate_end_timestamp_seconds') * 1000).toBeGreaterThan(Date.now());
    expect(valueOf('ticketgate_data_free_bytes')).toBeGreaterThan(0);
  });

  it.each([
    ['the alert rules', RULES],
    ['the dashboard', DASHBOARD],
    ['docs/operating.md', join(ROOT, 'docs/operating.md')],
  ])('only names metrics that exist in %s', (_, file) => {
    const named = [...readFileSync(file, 'utf8').matchAll(/\b(?:ticketgate|nodejs|process)_[a-z0-9_]+\b(?!_…)/g)];
    const metricsNamed = new Set(named.map(([name]) => name.replace(/_(?:bucket|count|sum)$/, '')));
    expect([...metricsNamed].filter((name) => !names().includes(name))).toEqual([]);
  });

  it('shows every metric of ticketgate in the documentation', () => {
    const documented = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8').replaceAll(
      '`, `…_',
      '`, `ticketgate_debug_log_queue_',
    );
    const missing = names().filter(
      (name) => name?.startsWith('ticketgate_') === true && !documented.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });
});

it('has panels with queries in the dashboard', () => {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as {
    readonly panels: readonly (Panel & { readonly type: string })[];
  };
  const empty = panels.filter(({ type, targets = [] }) => type !== 'row' && targets.every(({ expr }) => expr === ''));
  expect(panels.length).toBeGreaterThan(20);
  expect(empty.map(({ title }) => title)).toEqual([]);
});

describe('the alert rules', () => {
  const reason = debianPackagesMissing('prometheus');
  if (reason !== undefined) process.stderr.write(`skipped: promtool is ${reason}\n`);

  (reason === undefined ? it : it.skip)('fire when something is wrong, and only then', () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', RULES.replace('.rules.', '.test.')], {
      encoding: 'utf8',
    });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });
});
