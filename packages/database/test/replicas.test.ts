import { Replicas, type Replica } from '@ticketgate/database';
import { startTestDatabase } from '@ticketgate/test-support';

it('lists processes by the clock of the database, for 14 seconds after their last report', async () => {
  const test = await startTestDatabase();
  try {
    const replicas = new Replicas(test.database);
    const load = { requestsPerSecond: 1, busy: 0.1, memory: 1 };
    // Its own clock is an hour late.
    const since = new Date(Date.now() - 3_600_000);
    const replica: Replica = { id: 'a', name: 'one', version: '1', address: 'http://127.0.0.1:8080', since, load };
    await replicas.announce(replica);
    expect(await replicas.list()).toMatchObject([{ id: 'a' }]);
    await test.database.query(`update ticketgate.replica set seen_at = now() - interval '15 seconds'`);
    expect(await replicas.list()).toEqual([]);
  } finally {
    await test.stop();
  }
});
