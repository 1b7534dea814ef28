import { silentLogger, startTestDatabase, type TestDatabase } from '../../../test/support/index.js';
import { createDebuggerSink, createSnapshots, DebugLog, ServiceStore } from '@ticketgate/database';
import { openDatabase } from '@ticketgate/database/postgres';
import type { Database } from '@ticketgate/sdk';

const TIME = '2026-11-21 10:00:00';
/** NUL and half a pair of surrogates cannot be stored. */
const CONTENT = '{\n  "Grüße": "a\\b, {null} \\"c\\" 😀"\n}\ttab \0 \ud83d';
const STORED = '{\n  "Grüße": "a\\b, {null} \\"c\\" 😀"\n}\ttab \u2400 \ufffd';

describe('stored services, debugger entries and snapshots', () => {
  let test: TestDatabase;
  let services: ServiceStore;

  beforeEach(async () => {
    test = await startTestDatabase();
    services = new ServiceStore(test.database);
  });

  afterEach(async () => {
    await test.stop();
  });

  const save = (name: string, config: string, validID?: number) =>
    services.save({ name, config, userID: 1, time: TIME, ...(validID === undefined ? {} : { validID }) });

  it('adds a version per change and none when nothing changed', async () => {
    const { id } = await save('Helpdesk', 'a: 1');
    expect(await save('Helpdesk', 'a: 1')).toEqual({ id, isChanged: false, versionID: undefined });
    await save('Helpdesk', 'a: 2');
    await save('Helpdesk', 'a: 1');
    const versions = await services.versions.list(id, { limit: 10 });
    const texts = await Promise.all(versions.map((version) => services.versions.find(id, version.id)));
    expect(texts.map((version) => version?.config)).toEqual(['a: 1', 'a: 2', 'a: 1']);
    expect(await services.find('Helpdesk')).toEqual({ id, name: 'Helpdesk', config: 'a: 1', validID: 1 });
  });

  it('Database.ServiceChanged: refuses a change that starts from another version than the current one', async () => {
    const first = await save('Helpdesk', 'a: 1');
    const second = await save('Helpdesk', 'a: 2');
    const change = { name: 'Helpdesk', userID: 1, time: TIME, base: first.versionID ?? 0 };
    const refusal = {
      code: 'Database.ServiceChanged',
      reason: 'Conflict',
      message: expect.stringContaining('starts from another version than the current one') as string,
    };
    await expect(services.save({ ...change, config: 'a: 3' })).rejects.toMatchObject(refusal);
    await expect(services.rename({ ...change, newName: 'Other' })).rejects.toMatchObject(refusal);
    await expect(services.remove('Helpdesk', { base: first.versionID ?? 0 })).rejects.toMatchObject(refusal);
    expect(await services.find('Helpdesk')).toMatchObject({ config: 'a: 2' });
    const again = { ...change, base: second.versionID ?? 0, config: 'a: 3' };
    expect(await services.save(again)).toMatchObject({ isChanged: true });
  });

  it('Database.ServiceNameTaken: of two that add a service of one name at once, one is refused', async () => {
    const add = (config: string) => services.save({ name: 'New', config, userID: 1, time: TIME, base: 'none' });
    const added = await Promise.allSettled([add('a: 1'), add('a: 2')]);
    const refused = added.find(({ status }) => status === 'rejected');
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(refused).toMatchObject({ reason: { code: 'Database.ServiceNameTaken' } });
    await save('Old', 'a: 1');
    const rename = services.rename({ name: 'Old', newName: 'New', userID: 1, time: TIME });
    await expect(rename).rejects.toMatchObject({ code: 'Database.ServiceNameTaken' });
  });

  it('keeps the validity of a service unless told otherwise', async () => {
    await save('Helpdesk', 'a: 1', 2);
    await save('Helpdesk', 'a: 2');
    expect(await services.find('Helpdesk')).toMatchObject({ validID: 2 });
  });

  it('removes a service with its versions and debugger entries', async () => {
    const { id } = await save('Helpdesk', 'a: 1');
    await writeEntry(id, 'c'.repeat(32));
    expect(await services.remove('Helpdesk')).toBe(true);
    expect(await services.remove('Helpdesk')).toBe(false);
    const left = await test.database.query(
      'select 1 from gi_debugger_entry union select 1 from gi_webservice_config_history',
    );
    expect(left).toEqual([]);
  });

  it('reports a change by another process, and one by a host that does not announce it', async () => {
    let changes = 0;
    let wake: () => void = () => undefined;
    const stop = await services.watch(() => {
      changes += 1;
      wake();
    }, 0.02);
    const next = () => new Promise<void>((resolve) => (wake = resolve));
    const other = await openDatabase({ url: test.url, logger: silentLogger });
    const announced = next();
    await new ServiceStore(other).save({ name: 'A', config: 'a: 1', userID: 1, time: TIME });
    await announced;
    const found = next();
    await other.query(`update gi_webservice_config set config = 'a: 2'`);
    await found;
    stop();
    await other.close();
    expect(changes).toBeGreaterThanOrEqual(2);
  });

  let remoteIP = '127.0.0.1';

  afterEach(() => {
    remoteIP = '127.0.0.1';
  });

  /** The tables do not hold requests and contents together: whoever deletes does. */
  const contentCount = async () => {
    const [row] = await test.database.query<{ count: number }>(
      'select count(*) as count from gi_debugger_entry_content',
    );
    return row?.count;
  };

  const writeEntry = (webServiceID: number, communicationID: string, ...subjects: readonly string[]) =>
    createDebuggerSink(test.database, (time) => time.toISOString().slice(0, 19).replace('T', ' '), 0).write([
      {
        communicationID,
        communicationType: 'Provider',
        path: '/',
        level: 'debug',
        isTruncated: false,
        remoteIP,
        webServiceID,
        time: new Date('2026-11-21T09:00:00Z'),
        contents: subjects.map((subject) => ({
          level: 'debug',
          subject,
          content: CONTENT,
          time: new Date('2026-11-21T09:00:00Z'),
        })),
      },
    ]);

  it('stores entries in order, finds them and cleans them up by age', async () => {
    const { id } = await save('Helpdesk', 'a: 1');
    await writeEntry(id, 'a'.repeat(32), 'first', 'second "2"');
    const log = new DebugLog(test.database);
    expect(await log.newest(10, id)).toMatchObject([
      {
        communicationID: 'a'.repeat(32),
        webService: 'Helpdesk',
        remoteIP: '127.0.0.1',
        created: '2026-11-21 09:00:00',
      },
    ]);
    const contents = await log.contents('a'.repeat(32));
    expect(contents.map(({ subject, content }) => [subject, content])).toEqual([
      ['first', STORED],
      ['second "2"', STORED],
    ]);
    expect(await log.cleanup('2026-11-21 08:59:59')).toBe(0);
    expect(await log.cleanup('2026-11-21 09:00:00', id + 1)).toBe(0);
    expect(await log.cleanup('2026-11-21 09:00:00')).toBe(1);
    expect(await log.newest(10)).toEqual([]);
    expect(await contentCount()).toBe(0);
  });

  it('goes through the entries of a service once while it cleans them up', async () => {
    const { id } = await save('Helpdesk', 'a: 1');
    const rows = await test.database.query<{ id: number }>(
      `insert into gi_debugger_entry (communication_id, communication_type, webservice_id, create_time)
       select number::text, 'Provider', $1, $2 from generate_series(1, 5001) number returning id`,
      [id, TIME],
    );
    const begins: unknown[] = [];
    const watch = (database: Database): Database =>
      ({
        withTransaction: (work) => database.withTransaction((transaction) => work(watch(transaction))),
        query(text, values = []) {
          if (text.startsWith('select id')) begins.push(values.at(-1));
          return database.query(text, values);
        },
      }) satisfies Partial<Database> as Database; // all that is used of it
    expect(await new DebugLog(watch(test.database)).cleanup(TIME, id)).toBe(5001);
    expect(begins).toEqual([0, rows.map((row) => row.id).sort((one, other) => one - other)[4999]]);
  });

  it('cuts texts that are too long, instead of refusing everything written with them', async () => {
    const { id } = await save('Helpdesk', 'a: 1');
    remoteIP = `192.0.2.1\0${'9'.repeat(60)}`;
    await writeEntry(id, 'b'.repeat(32), 'first');
    expect(await new DebugLog(test.database).newest(10)).toMatchObject([
      { remoteIP: `192.0.2.1\u2400${'9'.repeat(40)}` },
    ]);
  });

  it('removes a service with the records of its requests, and nothing else', async () => {
    const { id } = await save('Helpdesk', 'a: 1');
    const other = await save('Other', 'a: 1');
    await writeEntry(id, 'a'.repeat(32), 'goes');
    await writeEntry(other.id, 'b'.repeat(32), 'stays');
    await new ServiceStore(test.database).remove('Helpdesk');
    expect((await new DebugLog(test.database).newest(10)).map(({ webService }) => webService)).toEqual(['Other']);
    expect(await contentCount()).toBe(1);
  });

  it('drops entries of a service that is gone', async () => {
    await writeEntry(4711, 'b'.repeat(32), 'too late');
    expect(await new DebugLog(test.database).newest(10)).toEqual([]);
  });

  it('reads a snapshot once for all callers, and again when it is too old', async () => {
    let now = 0;
    let readings = 0;
    const snapshots = await createSnapshots({ database: test.database, maxAge: 2, now: () => new Date(now) });
    const snapshot = snapshots.snapshot('count', async () => (readings += 1));
    expect(await Promise.all([snapshot.current(), snapshot.current()])).toEqual([1, 1]);
    now = 1_999;
    expect(await snapshot.current()).toBe(1);
    now = 2_000;
    expect(await snapshot.current()).toBe(2);
    snapshots.close();
  });

  it('keeps a newer reading when an older one fails', async () => {
    const snapshots = await createSnapshots({ database: test.database, maxAge: 3600, now: () => new Date(0) });
    let fail: (cause: Error) => void = () => undefined;
    const failing = new Promise<number>((_resolve, reject) => (fail = reject));
    let readings = 0;
    const snapshot = snapshots.snapshot('slow', () => {
      readings += 1;
      return readings === 1 ? failing : Promise.resolve(readings);
    });
    const first = snapshot.current();
    await snapshot.drop();
    expect(await snapshot.current()).toBe(2);
    fail(new Error('too late'));
    await expect(first).rejects.toThrow('too late');
    expect(await snapshot.current()).toBe(2);
    snapshots.close();
  });

  it('forgets a snapshot that another process dropped, and tries again after a failed reading', async () => {
    const options = { maxAge: 3600, now: () => new Date(0) };
    const other = await openDatabase({ url: test.url, logger: silentLogger });
    const mine = await createSnapshots({ database: test.database, ...options });
    const theirs = await createSnapshots({ database: other, ...options });
    let readings = 0;
    let forgotten: () => void = () => undefined;
    const untilForgotten = new Promise<void>((resolve) => (forgotten = resolve));
    await test.database.notifications.listen('ticketgate_snapshot', () => {
      forgotten();
    });
    const snapshot = mine.snapshot('shared', async () => {
      readings += 1;
      if (readings === 1) throw new Error('not now');
      return readings;
    });
    await expect(snapshot.current()).rejects.toThrow('not now');
    expect(await snapshot.current()).toBe(2);
    await theirs.snapshot('shared', async () => 0).drop();
    await untilForgotten;
    expect(await snapshot.current()).toBe(3);
    mine.close();
    theirs.close();
    await other.close();
  });
});
