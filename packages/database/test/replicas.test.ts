import { Replicas, ServiceStore, type ReplicaReport } from '@ticketgate/database';
import { startTestDatabase } from '../../../test/support/index.js';

const PROCESS = { id: 'a', name: 'one', version: '1', address: 'http://127.0.0.1:8080' };

it('lists processes by the clock of the database, for 14 seconds after their last report', async () => {
  const test = await startTestDatabase();
  try {
    const replicas = new Replicas(test.database);
    const load = { requestsPerSecond: 1, busy: 0.1, memory: 1 };
    // Its own clock is an hour late.
    const since = new Date(Date.now() - 3_600_000);
    const replica: ReplicaReport = { ...PROCESS, since, load, definitions: '' };
    await replicas.announce(replica);
    expect(await replicas.list()).toMatchObject([{ id: 'a' }]);
    await test.database.query(`update ticketgate.replica set seen_at = now() - interval '15 seconds'`);
    expect(await replicas.list()).toEqual([]);
  } finally {
    await test.stop();
  }
});

it('tells which processes do not serve what is stored', async () => {
  const test = await startTestDatabase();
  try {
    const replicas = new Replicas(test.database);
    const services = new ServiceStore(test.database);
    const report = { since: new Date(), load: { requestsPerSecond: 1, busy: 0.1, memory: 1 } };
    const save = (config: string) => services.save({ name: 'Tickets', config, userID: 1, time: '2026-11-27 10:00:00' });
    await replicas.announce({ ...PROCESS, ...report, definitions: await services.fingerprint() });
    await save('Provider: {}');
    expect(await replicas.untilServed(0)).toMatchObject([{ id: 'a', name: 'one' }]);
    const waiting = replicas.untilServed(60_000);
    await replicas.serve('a', await services.fingerprint());
    expect(await waiting).toEqual([]);
    await services.remove('Tickets');
    expect(await replicas.untilServed(0)).toMatchObject([{ id: 'a' }]);
    // An earlier version of this program does not report it.
    await test.database.query('update ticketgate.replica set definitions = null');
    expect(await replicas.untilServed(0)).toEqual([]);
  } finally {
    await test.stop();
  }
});
