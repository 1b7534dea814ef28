import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestDatabase, type TestDatabase } from '../../support/index.js';

import { makeSelfSigned } from '../../support/self-signed.js';
import { addressOf, DeployedFiles } from '../../tools/cluster/deployed-files.js';
import { deployService, Gateway, PASSWORD } from '../../tools/cluster/gateway.js';
import { BUSY, CLOSED, FINE, Load, TITLES } from '../../tools/load.js';
import { Program } from '../../tools/cluster/program.js';
import { debianPackagesMissing } from '../../tools/debian-packages.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PROXY = addressOf(31);
const RATE = 50;
/** Milliseconds between a fault and what follows. */
const PAUSE = 5_000;

const missing = debianPackagesMissing('nginx-light');
const describeIfThere = missing === undefined ? describe : describe.skip;

describeIfThere(`two gateways behind nginx${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  const files = new DeployedFiles();
  let test: TestDatabase;
  let nginx: Program;
  let gateways: readonly [Gateway, Gateway];
  let load: Load;

  beforeAll(async () => {
    test = await startTestDatabase({ migrations: [] });
    const { cert, key } = await makeSelfSigned({ names: [PROXY], days: 1, now: new Date() });
    const certificate = files.write('ticketgate.pem', cert);
    const site = files.place('nginx/ticketgate.conf', {
      'listen 443': `listen ${PROXY}:443`,
      '/etc/nginx/ticketgate.pem': certificate,
      '/etc/nginx/ticketgate.key': files.write('ticketgate.key', key),
    });
    const main = `daemon off; pid ${files.path('nginx.pid')}; events {} http { access_log off; include ${site}; }`;
    const words = ['-c', files.write('nginx.conf', main), '-e', files.path('nginx-errors.log')];
    nginx = new Program({ command: '/usr/sbin/nginx', words, log: files.path('nginx.log') });
    nginx.start();
    gateways = [gatewayAt(21), gatewayAt(22)];
    for (const gateway of gateways) await gateway.start();
    await deployService(gateways);
    load = new Load(`https://${PROXY}`, { UserLogin: 'api_agent', Password: PASSWORD });
    await load.prepare();
  }, 120_000);

  afterAll(async () => {
    for (const gateway of gateways) await gateway.end('SIGKILL');
    await nginx.end('SIGTERM');
    await test.stop();
    files.remove();
  });

  function gatewayAt(machine: number): Gateway {
    const own = { catalogue: { file: join(ROOT, 'config', 'catalogue.yml') }, Settings: { CheckMXRecord: 0 } };
    const configuration = [
      files.place('systemd/gateway.yml', { '[10.0.0.31]': '[127.0.0.1]' }),
      files.write('own.yml', JSON.stringify(own)),
    ];
    return new Gateway({ machine, folder: files.folder, configuration, database: test.url });
  }

  it('serve while one is killed and each is restarted, and make nothing twice', async () => {
    load.start(RATE);
    await wait(PAUSE);
    await gateways[0].end('SIGKILL');
    await wait(PAUSE);
    await gateways[0].start();
    for (const gateway of gateways) {
      await wait(PAUSE);
      await gateway.end('SIGTERM');
      await gateway.start();
    }
    await wait(PAUSE);
    await load.stop();
    const failed = load.attempts.filter(({ outcome }) => outcome !== FINE);
    process.stderr.write(`nginx: of ${load.attempts.length} requests ${failed.length} failed\n`);
    expect(failed.filter(({ outcome }) => ![BUSY, CLOSED].includes(outcome))).toEqual([]);
    const tickets = await test.database.query<{ text: string }>(TITLES);
    expect(tickets.map((row) => row.text).sort()).toEqual([...load.titles].sort());
  }, 180_000);
});
