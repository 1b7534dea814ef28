import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@ticketgate/database';
import { startTestDatabase, untilTrue, type TestDatabase } from '../support/index.js';

import { buildImage, type Image } from '../tools/dockerfile.js';

const ROOT = join(import.meta.dirname, '..', '..');

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

const COMPOSE = join(ROOT, 'deploy', 'compose', 'docker-compose.yml');

/** There is no container engine here: the steps run in folders, and the server as a user who may not write there. */
describe('the steps of the Dockerfile, in a clean folder', () => {
  let folder = '';
  let image: Image;
  let test: TestDatabase;

  beforeAll(async () => {
    test = await startTestDatabase({ migrations: [] });
    folder = mkdtempSync(join(tmpdir(), 'ticketgate-image-'));
    chmodSync(folder, 0o755);
    image = buildImage(ROOT, folder);
  }, 600_000);

  afterAll(async () => {
    await test.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('leave no development package in the last stage', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile;
    const development = Object.keys(packages).filter((path) => packages[path]?.dev === true);
    expect(development).toContain('node_modules/typescript');
    expect(development.filter((path) => existsSync(join(image.folder, path)))).toEqual([]);
  });

  it('make a server that an ordinary user runs without writing to its folder, and that says when it is healthy', async () => {
    expect(image.user).toBe('node');
    const port = await freePort();
    const options = optionsFor(port);
    const [program = '', ...words] = image.command;
    const server = spawn(program, words, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    server.stderr.on('data', (part: Buffer) => (log += String(part)));
    const [check = '', ...checkWords] = image.healthCheck.map((text) => text.replace(':8080', `:${port}`));
    const isHealthy = () => spawnSync(check, checkWords, options).status === 0;
    try {
      expect(isHealthy()).toBe(false);
      await untilTrue(async () => isHealthy() || server.exitCode !== null);
      expect([server.exitCode, server.exitCode === null ? '' : log]).toEqual([null, '']);
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    expect(server.exitCode).toBe(0);
    expect(existsSync(join(image.folder, 'var'))).toBe(false);
  }, 120_000);

  it('back up by the command of the compose file', () => {
    const loop = / do\n(.*)done/s.exec(readFileSync(COMPOSE, 'utf8'))?.[1] ?? '';
    const backups = join(folder, 'backups');
    mkdirSync(backups, { mode: 0o777 });
    chmodSync(backups, 0o777);
    const turn = loop.replaceAll('$$', '$').replaceAll('/backups', backups);
    const { status, stderr } = spawnSync('sh', ['-e', '-c', turn], { ...optionsFor(0), encoding: 'utf8' });
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    expect(readdirSync(backups)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d\.sql\.gz$/)]);
  }, 120_000);

  /** How programs of the image run. */
  function optionsFor(port: number) {
    const own = Object.entries(image.environment).map(([name, value]) => [
      name,
      value.replaceAll('/app/', `${image.folder}/`),
    ]);
    return {
      cwd: image.folder,
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: test.url,
        PORT: String(port),
        ...(Object.fromEntries(own) as Record<string, string>),
      },
      ...(process.getuid?.() === 0 ? { uid: idOf('nobody'), gid: idOf('nobody', '-g') } : {}),
    };
  }
});

function idOf(user: string, option = '-u'): number {
  return Number(spawnSync('id', [option, user]).stdout.toString());
}
