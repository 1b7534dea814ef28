import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '@ticketgate/admin';
import { defaultConfiguration, type System } from '@ticketgate/runtime';
import { startTestDatabase, type TestDatabase } from '../../../test/support/index.js';
import { examineFiles } from '../../admin/src/doctor/examine-files.js';

import { makeSelfSigned } from '../../../test/support/self-signed.js';
import { runCommand, type Ran } from './run-command.js';

const UNSERVABLE = `Debugger: { DebugThreshold: error }
Provider: { Transport: { Type: HTTP::Mail, Config: {} }, Operation: { Login: { Type: 'Session::SessionCreate' } } }
`;
const SERVABLE = `Debugger: { DebugThreshold: error }
Provider:
  Transport:
    Type: HTTP::REST
    Config: { RouteOperationMapping: { Login: { Route: /Login, RequestMethod: [POST] } } }
  Operation: { Login: { Type: 'Session::SessionCreate' } }
Gateway: { Authentication: { OnlyAgents: ONLY } }
`;
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

describe('ticketgate doctor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ticketgate-doctor-'));
  let test: TestDatabase;
  let configuration = '';

  beforeAll(async () => {
    test = await startTestDatabase({ migrations: [] });
    configuration = write('gateway.yml', 'webServices: { folder: null }\ndata: .\n');
  });

  afterAll(async () => {
    await test.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function write(name: string, text: string, mode = 0o600): string {
    const file = join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, mode);
    return file;
  }

  const run = (words: string, environment: Readonly<Record<string, string>> = {}): Promise<Ran> =>
    runCommand(words.split(' '), {
      environment: { TICKETGATE_CONFIG: configuration, DATABASE_URL: test.url, ...environment },
    });

  /** What is wrong, and the exit code. */
  async function examine(environment: Readonly<Record<string, string>> = {}) {
    const { code, output } = await run('doctor --json', environment);
    const { findings } = JSON.parse(output) as { findings: readonly Finding[] };
    return { code, wrong: findings.filter(({ severity }) => severity !== 'fine') };
  }

  it('says that a database needs to be migrated', async () => {
    const { code, wrong } = await examine();
    expect([code, wrong]).toEqual([
      1,
      [
        expect.objectContaining({
          subject: 'database',
          message: expect.stringContaining('"ticketgate migrate"') as string,
        }),
      ],
    ]);
  });

  it('finds no error in a fresh installation, and says what it has examined', async () => {
    await run('migrate');
    const { code, output } = await run('doctor');
    const subjects = [...output.matchAll(/^(\w+) {2,}(\w+(?: \w+)*) {2,}/gm)].map(([, , subject]) => subject);
    expect([...new Set(subjects)]).toEqual([
      ...['configuration', 'database', 'clock', 'connections', 'backup', 'indexes', 'tables', 'plugins', 'services'],
      ...['requests', 'calls of invokers', 'operations', 'events', 'API keys', 'logins', 'replicas', 'permissions'],
    ]);
    expect(code).toBe(0);
  });

  it.each([
    ['measures the disk of the embedded PostgreSQL', null, ['permissions', 'disk']],
    [
      'does not measure the disk of this machine for PostgreSQL elsewhere',
      'postgres://db.example.org/a',
      ['permissions'],
    ],
  ])('%s', async (_name, url, subjects) => {
    const defaults = defaultConfiguration(folder);
    const configuration = { ...defaults, database: { ...defaults.database, url } };
    // All that is examined.
    const found = await examineFiles({ configuration, sources: new Map(), now: () => LONG_AGO } as unknown as System);
    expect(found.map(({ subject }) => subject)).toEqual(subjects);
  });

  it('finds a certificate that has ended, a key that everybody can read, and a broken web service', async () => {
    const { cert, key } = await makeSelfSigned({ names: ['localhost'], days: 1, now: LONG_AGO });
    const tls = `tls: { certificate: ${write('cert.pem', cert)}, key: ${write('key.pem', key, 0o644)} }\n`;
    await run(`service import --force ${write('Broken.yml', UNSERVABLE)}`);
    const { code, wrong } = await examine({ TICKETGATE_CONFIG: `${configuration},${write('tls.yml', tls)}` });
    const errors = wrong.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([
      expect.stringMatching(/^services: "Broken" cannot be served: /),
      expect.stringMatching(/^certificate: .*cert\.pem is valid until 2020-01-02, so clients refuse it\.$/),
      expect.stringMatching(/^permissions: Everybody on this machine can read .*key\.pem\.$/),
    ]);
    expect([code, errors.every(({ remedy }) => remedy !== null)]).toEqual([1, true]);
    await run('service delete Broken --yes');
  });

  it('finds logins and roles that nobody has, in the configuration and in web services', async () => {
    const locked = SERVABLE.replace('ONLY', '[Root@localhost, root@localhost]');
    await run(`service import ${write('Locked.yml', locked)}`);
    await run('catalogue add Roles Helpers');
    const roles = 'oidc: { roles: { staff: [Helpers, Admins], guests: [Admins] } }\n';
    const sending = write('sending.yml', `admin: { sendAgain: [root@localhost, nobody] }\n${roles}`);
    const { wrong } = await examine({ TICKETGATE_CONFIG: `${configuration},${sending}` });
    expect(wrong.filter(({ subject }) => subject === 'logins')).toMatchObject([
      { message: 'admin.sendAgain has "nobody", and no valid agent has exactly this login.' },
      { message: 'OnlyAgents has "Root@localhost", and no valid agent has exactly this login.', service: 'Locked' },
      {
        message:
          'oidc.roles has "Admins", and no valid role has exactly this name: sign-ins that would give it fail, or give nothing.',
        remedy: 'Correct the name, or add the role: ticketgate catalogue add Roles "Admins".',
      },
    ]);
    await run('service delete Locked --yes');
  });

  it('has an id for a plugin that is broken', async () => {
    const { wrong } = await examine({
      TICKETGATE_CONFIG: `${configuration},${write('plugins.yml', `plugins: [${write('odd.mjs', 'export const plugin')}]\n`)}`,
    });
    expect(wrong.filter(({ subject }) => subject === 'plugins')).toMatchObject([
      { id: 'finding.plugins.broken', values: { problem: expect.stringContaining('odd.mjs') as string } },
    ]);
  });

  it('lets everybody read a configuration without secrets', async () => {
    const shipped = readFileSync(join(import.meta.dirname, '..', '..', '..', 'config', 'gateway.yml'), 'utf8');
    const open = write(
      'open.yml',
      shipped.replace(/^webServices:\n {2}folder: .*$/m, 'webServices:\n  folder: null'),
      0o644,
    );
    const permissions = async () => (await examine({ TICKETGATE_CONFIG: `${open},${configuration}` })).wrong;
    expect((await permissions()).filter(({ subject }) => subject === 'permissions')).toEqual([]);
    writeFileSync(open, 'metrics: { token: secret-of-metrics }\n');
    expect((await permissions()).filter(({ subject }) => subject === 'permissions')).toHaveLength(1);
  });

  it('finds missing indexes, replicas of other versions, and hosts that are away', async () => {
    // It counts as gone a few seconds after it was seen, which may be before the last command.
    await test.database.query(
      `insert into ticketgate.replica (id, name, version, address, since, load, seen_at)
       values ('other', 'machine-b', '0.0.9', 'http://b', now(), '{}', now() + interval '1 hour')`,
    );
    const [index] = await test.database.query<{ name: string }>(
      `select indexrelid::regclass as name from pg_index
       where indrelid = 'gi_debugger_entry_content'::regclass and not indisprimary`,
    );
    await test.database.query(`drop index ${index?.name}`);
    const url = new URL(test.url);
    const environment = { DATABASE_URL: test.url.replace(url.host, `127.0.0.1:1,${url.host}`) };
    const { code, wrong } = await examine(environment);
    expect(wrong.map(({ subject, message }) => `${subject}: ${message}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^hosts: 127\.0\.0\.1:1 cannot be used: /),
        expect.stringMatching(/^indexes: 1 that makes? requests faster is missing: /),
        expect.stringMatching(/^replicas: .*machine-b 0\.0\.9\.$/),
      ]),
    );
    expect(code).toBe(0);
    const strict = await run('doctor --strict', environment);
    expect([strict.code, strict.output]).toEqual([
      1,
      expect.stringMatching(/^ +→ Finish the upgrade of all machines\.$/m),
    ]);
  });

  it('says why nothing more can be examined', async () => {
    const { code, wrong } = await examine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
    expect([code, wrong.map(({ message }) => message)]).toEqual([1, [expect.stringContaining('ECONNREFUSED')]]);
  });
});
