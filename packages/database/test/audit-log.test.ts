import { AuditLog, recordChange } from '@ticketgate/database';
import { startTestDatabase, type TestDatabase } from '../../../test/support/index.js';

describe('the audit log', () => {
  let test: TestDatabase;
  let audit: AuditLog;

  beforeAll(async () => {
    test = await startTestDatabase();
    audit = new AuditLog(test.database);
  });

  afterAll(async () => {
    await test.stop();
  });

  const record = (subject: string, author = 'anna') =>
    recordChange(test.database, { author, action: 'changed', subject, source: 'test', after: { subject } });

  it('lists changes page by page, by author, subject and time', async () => {
    for (const subject of ['a', 'b', 'c']) await record(subject);
    await record('d', 'bert');
    const page = await audit.list({ limit: 2 });
    expect(page.map(({ subject }) => subject)).toEqual(['d', 'c']);
    const older = await audit.list({ limit: 2, beforeID: page.at(-1)?.id });
    expect(older.map(({ subject }) => subject)).toEqual(['b', 'a']);
    expect(await audit.list({ limit: 9, author: 'bert' })).toMatchObject([{ subject: 'd', before: null }]);
    expect(await audit.list({ limit: 9, subject: 'a' })).toHaveLength(1);
    expect(await audit.list({ limit: 9, since: new Date(Date.now() + 60_000) })).toEqual([]);
  });

  it('masks secret members at any depth, and accepts any text', async () => {
    const after = { login: 'x', Password: 'seeded', list: [{ 'X-API-Key': 'seeded', text: 'a\u0000b' }] };
    await recordChange(test.database, { author: 'anna', action: 'changed', subject: 'secret', source: 'test', after });
    const [entry] = await audit.list({ limit: 1 });
    expect(entry?.after).toEqual({ login: 'x', Password: '*******', list: [{ 'X-API-Key': '*******', text: 'ab' }] });
  });

  it('deletes old entries', async () => {
    await test.database.query(`update ticketgate.audit set at = now() - interval '400 days' where subject = 'a'`);
    await audit.cleanUp(new Date(Date.now() - 365 * 86_400_000));
    const subjects = (await audit.list({ limit: 9 })).map(({ subject }) => subject);
    expect(subjects).toEqual(['secret', 'd', 'c', 'b']);
  });
});
