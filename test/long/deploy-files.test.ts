import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeSelfSigned } from '../support/self-signed.js';
import { debianPackagesMissing } from '../tools/debian-packages.js';

const DEPLOY = join(import.meta.dirname, '..', '..', 'deploy');
/** Of systemd's scale from 0 to 10, in tenths; "OK" begins at 50. */
const LARGEST_EXPOSURE = 20;

const missing = debianPackagesMissing('haproxy', 'nginx-light', 'systemd');
const describeIfThere = missing === undefined ? describe : describe.skip;

/** What the programs themselves say of the files; `npm run test:cluster` runs most of them. */
describeIfThere(`the files in deploy${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ticketgate-deploy-'));

  beforeAll(async () => {
    const { cert, key } = await makeSelfSigned({ names: ['127.0.0.1'], days: 1, now: new Date() });
    writeFileSync(join(folder, 'ticketgate.pem'), `${cert}\n${key}`);
    writeFileSync(join(folder, 'ticketgate.key'), key);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** A copy whose certificates and folders are in ours. */
  function placed(file: string): string {
    const text = readFileSync(join(DEPLOY, file), 'utf8');
    const path = join(folder, file.replaceAll('/', '-'));
    writeFileSync(
      path,
      text.replace(/\/(?:etc|var\/lib|var\/run|opt)\/(?:haproxy|nginx|postgresql|ticketgate)/g, folder),
    );
    return path;
  }

  function run(program: string, ...words: readonly string[]): string {
    const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' });
    return status === 0 ? 'valid' : `${String(status)}: ${stdout}${stderr}`;
  }

  it.each(['haproxy/gateways.cfg', 'haproxy/gateways.cfg haproxy/postgresql.cfg', 'compose/gateways.cfg'])(
    'are valid for HAProxy: %s',
    (files) => {
      const words = ['haproxy/haproxy.cfg', ...files.split(' ')].flatMap((file) => ['-f', placed(file)]);
      expect(run('haproxy', '-c', ...words)).toBe('valid');
    },
  );

  it('are valid for nginx', () => {
    const main = join(folder, 'nginx.conf');
    writeFileSync(main, `events {}\nhttp { include ${placed('nginx/ticketgate.conf')}; }\n`);
    expect(run('nginx', '-t', '-q', '-c', main)).toBe('valid');
  });

  it('are valid for systemd, which finds the unit well protected', () => {
    const unit = placed('systemd/ticketgate.service');
    writeFileSync(unit, readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath));
    expect(run('systemd-analyze', 'verify', '--man=no', unit)).toBe('valid');
    const words = ['security', '--offline=yes', `--threshold=${LARGEST_EXPOSURE}`, '--no-pager', unit];
    expect(run('systemd-analyze', ...words)).toBe('valid');
  });
});
