import { describeImpact, findAuthor, writeDefinition, type Change } from '@ticketgate/admin';
import { AuditLog, RequestCounts } from '@ticketgate/database';
import { offMainThread, parseDefinition } from '@ticketgate/definition';

import {
  cloneService,
  deleteService,
  publishDefinition,
  renameService,
  switchService,
} from '../src/services/change-service.js';
import { findLastGoodVersion, getVersion } from '../src/services/find-service.js';
import { countDefinitions } from '../src/services/definition-text.js';
import { listVersions } from '../src/versions/list-versions.js';
import { prepareDraft } from '../src/services/prepare-draft.js';
import type { AdminSystem } from '../src/admin-system.js';
import { NOW, roomService, startTestAdmin, testOperations, type TestAdmin } from './test-admin.js';

describe('web services', () => {
  let test: TestAdmin;
  let admin: AdminSystem;
  let change: Change;

  beforeAll(async () => {
    test = await startTestAdmin();
    admin = test.admin;
    change = { author: await findAuthor(admin, { login: 'anna', source: 'test' }), comment: 'as agreed' };
  });

  afterAll(async () => {
    await test.stop();
  });

  const prepare = async (draft: { readonly name: string; readonly text: string }) =>
    (await prepareDraft(admin, { ...draft, isForced: false })).described;

  const save = async (name: string, config: string) =>
    (await admin.services.save({ name, config, userID: 1, time: NOW })).versionID ?? 0;
  const actionsOf = async (name: string) =>
    (await listVersions(admin, name, { limit: 10 })).map(({ action }) => action);

  it('are read once for searches and lists, however many there are', async () => {
    const counter = countDefinitions({ ...admin, operations: testOperations() });
    const first = counter.of(roomService());
    const others = Array.from({ length: 300 }, (_, number) => counter.of(`${roomService()}# ${number}\n`));
    await Promise.all([first, ...others]);
    expect(await counter.of(roomService())).toBe(await first);
  });

  it('have a history of who made each version, when, where and why', async () => {
    const first = await save('History', roomService());
    const { versionID } = await switchService(admin, { name: 'History', isEnabled: false }, change);
    expect(await listVersions(admin, 'History', { limit: 10 })).toEqual([
      {
        id: versionID,
        number: 2,
        time: new Date(`${NOW}Z`),
        author: 'anna',
        origin: 'admin',
        action: 'disabled',
        comment: 'as agreed',
      },
      {
        id: first,
        number: 1,
        time: new Date(`${NOW}Z`),
        author: 'root@localhost',
        origin: undefined,
        action: '',
        comment: '',
      },
    ]);
    expect(await listVersions(admin, 'History', { limit: 10, before: versionID ?? 0 })).toHaveLength(1);
  });

  it('show what a host wrote to the history, even for an agent who was removed', async () => {
    await save('Hosted', roomService());
    await test.database.query(
      `insert into gi_webservice_config_history
         (config_id, config, config_md5, create_time, create_by, change_time, change_by)
       select id, 'a: 1', 'of the host', '2025-01-01 00:00:00', 1, '2025-01-01 00:00:00', 1
       from gi_webservice_config where name = 'Hosted'`,
    );
    const [version] = await listVersions(admin, 'Hosted', { limit: 1 });
    expect(version).toMatchObject({
      time: new Date('2025-01-01T00:00:00Z'),
      author: 'root@localhost',
      origin: undefined,
    });
    expect(await getVersion(admin, 'Hosted', version?.id ?? 0)).toMatchObject({ config: 'a: 1', note: null });
  });

  it('are enabled and disabled, once', async () => {
    await save('Switched', roomService());
    expect(await switchService(admin, { name: 'Switched', isEnabled: false }, change)).toMatchObject({
      isChanged: true,
    });
    expect(await switchService(admin, { name: 'Switched', isEnabled: false }, change)).toMatchObject({
      isChanged: false,
    });
    expect(await admin.services.find('Switched')).toMatchObject({ validID: 2 });
    await switchService(admin, { name: 'Switched', isEnabled: true }, change);
    expect(await admin.services.find('Switched')).toMatchObject({ validID: 1, config: roomService() });
  });

  it('have what a new version changes in the audit log', async () => {
    await save('Back', roomService('/first'));
    await save('Back', roomService('/second'));
    const action = 'rolled back to version 1';
    await publishDefinition(admin, { name: 'Back', text: roomService('/first'), action }, change);
    const [entry] = await new AuditLog(test.database).list({ limit: 1, subject: 'Back' });
    expect(entry).toMatchObject({
      action: 'service rolled back to version 1',
      comment: 'as agreed',
      before: { version: 2, enabled: true },
      after: { version: 3, changes: ['route GET /second removed', 'route GET /first added'] },
    });
    expect(await admin.services.find('Back')).toMatchObject({ config: roomService('/first') });
    expect(await actionsOf('Back')).toEqual(['rolled back to version 1', '', '']);
    const other = await save('Other', roomService());
    await expect(getVersion(admin, 'Back', other)).rejects.toMatchObject({ code: 'Admin.VersionUnknown' });
  });

  it('are copied without the BasePath, which only one can have', async () => {
    await save('Source', roomService('/rooms', 'Gateway: { Profile: contract, BasePath: /rooms }\n'));
    await cloneService(admin, { name: 'Source', newName: 'Copy' }, change);
    const copy = await admin.services.find('Copy');
    expect(copy?.config).toContain('# Rooms.');
    expect(copy?.config).toContain('Profile: contract');
    expect(copy?.config).not.toContain('BasePath');
    expect(await actionsOf('Copy')).toEqual(['copied from Source']);
    const again = cloneService(admin, { name: 'Source', newName: 'Copy' }, change);
    await expect(again).rejects.toMatchObject({ code: 'Database.ServiceNameTaken' });
  });

  it('are renamed with their history', async () => {
    await save('Before', roomService());
    await renameService(admin, { name: 'Before', newName: 'After' }, change);
    expect(await admin.services.find('Before')).toBeUndefined();
    expect(await actionsOf('After')).toEqual(['renamed from Before', '']);
    const invalid = renameService(admin, { name: 'After', newName: 'a/b' }, change);
    await expect(invalid).rejects.toMatchObject({ code: 'Admin.ServiceNameInvalid' });
  });

  it('are deleted with their versions, and then unknown', async () => {
    const version = await save('Gone', roomService());
    const base = await save(
      'Gone',
      `${roomService()}Requester: { Transport: { Config: { Password: gone-secret } } }\n`,
    );
    await deleteService(admin, 'Gone', { ...change, base });
    const [entry] = await new AuditLog(test.database).list({ limit: 1 });
    expect(entry).toMatchObject({
      author: 'anna',
      action: 'service deleted',
      subject: 'Gone',
      source: 'test',
      after: null,
    });
    expect(entry?.before).toMatchObject({ version: 2, enabled: true });
    expect(String(entry?.before?.definition)).toContain('# Rooms.');
    expect(JSON.stringify(entry)).not.toContain('gone-secret');
    for (const work of [deleteService(admin, 'Gone', change), getVersion(admin, 'Gone', version)])
      await expect(work).rejects.toMatchObject({ code: 'Admin.ServiceUnknown' });
  });

  it('are only changed from the version that the author saw', async () => {
    const first = await save('Busy', roomService('/first'));
    await save('Busy', roomService('/second'));
    const stale = { ...change, base: first };
    for (const work of [
      switchService(admin, { name: 'Busy', isEnabled: false }, stale),
      publishDefinition(admin, { name: 'Busy', text: roomService('/first'), action: 'published' }, stale),
      renameService(admin, { name: 'Busy', newName: 'Calm' }, stale),
      deleteService(admin, 'Busy', stale),
    ])
      await expect(work).rejects.toMatchObject({ code: 'Database.ServiceChanged' });
    expect(await admin.services.find('Busy')).toMatchObject({ config: roomService('/second'), validID: 1 });
  });

  it('show the calls of the last 7 days when they are changed, or since they are counted', async () => {
    const name = 'Called';
    const { id } = await admin.services.save({ name, config: roomService(), userID: 1, time: NOW });
    const count = { operation: 'List', errors: {}, durations: {}, milliseconds: 0, bytesReceived: 0, bytesSent: 0 };
    const called = { ...count, serviceID: id, method: 'GET', route: '/rooms', requests: 37 };
    await new RequestCounts(test.database).add([
      { ...called, minute: new Date('2026-11-21T10:00:00Z') },
      { ...called, minute: new Date('2026-11-01T10:00:00Z') },
      { ...called, minute: new Date('2026-11-21T10:00:00Z'), serviceID: id + 1 },
    ]);
    const text = roomService('/room').replace('1000', '2000').replace('RoomList', 'RoomBook');
    const { changes } = await prepare({ name, text });
    expect(changes.map((each) => describeImpact(each))).toEqual([
      'route GET /rooms removed (37 calls in the last 7 days)',
      'route GET /room added',
      'operation List: Type Room::RoomList → Room::RoomBook (37 calls in the last 7 days)',
      'MaxLength 1000 → 2000',
    ]);
    const [first] = changes;
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    expect(first && describeImpact(first, yesterday)).toMatch(
      /\(37 calls since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z\)$/,
    );
  });

  it('that cannot be served have a version to go back to', async () => {
    await save('Broken', 'a: 1');
    const good = await save('Broken', roomService());
    await save('Broken', ': {');
    await save('Broken', '- : {');
    const broken = await admin.services.find('Broken');
    expect(broken && (await findLastGoodVersion(admin, broken))).toMatchObject({ id: good, number: 2 });
  });

  it('are checked and compared before a definition is published', async () => {
    await save('Draft', roomService());
    const text = roomService('/room/:RoomID');
    const draft = await prepare({ name: 'Draft', text });
    expect(draft).toMatchObject({ isPublishable: true, diagnostics: [] });
    expect(draft.changes.map(({ sentence }) => sentence)).toEqual([
      'route GET /rooms removed',
      'route GET /room/:RoomID added',
    ]);
    const broken = await prepare({ name: 'Draft', text: ': {' });
    expect(broken).toMatchObject({ isPublishable: false, diagnostics: [{ code: 'yaml-syntax' }] });
  });
});

describe('two texts', () => {
  const diff = (left: string, right: string) =>
    offMainThread('diff', left, right, { before: 'Rooms@1', after: 'rooms.yml' });

  it('are compared line by line', async () => {
    const patch = await diff(roomService('/a'), roomService('/b'));
    expect(patch).toMatch(/^--- Rooms@1\t?\n\+\+\+ rooms\.yml\t?\n@@ -3,5 \+3,5 @@$/m);
    expect(patch).toContain(
      '\n-    Config: { MaxLength: 1000, KeepAlive: 1, RouteOperationMapping: { List: { Route: /a,',
    );
  });

  it('are equal, or too different to be compared line by line', async () => {
    const lines = (word: string) => Array.from({ length: 5_000 }, (_, line) => `# ${word} ${line}\n`).join('');
    const [left, right] = [lines('left') + roomService(), lines('right') + roomService()];
    expect(await diff(left, left)).toBe('');
    expect(await diff(left, right)).toBeUndefined();
  });
});

describe('a new definition', () => {
  const start = { description: 'Rooms of "the" house', profile: 'contract', answer: 'envelope' } as const;

  it('has a comment on each choice and passes the check', () => {
    const operations = testOperations();
    const text = writeDefinition(
      {
        ...start,
        operations: [
          { type: 'Room::RoomList' },
          { type: 'Room::RoomBook' },
          { type: 'Room::RoomList', methods: ['GET'], route: '/rooms/:Building' },
        ],
      },
      operations,
    );
    const known = { operationTypes: operations.types() };
    expect(parseDefinition(text, { file: 'new.yml', ...known }).diagnostics).toEqual([]);
    const soap = writeDefinition({ ...start, transport: 'soap', operations: [{ type: 'Room::RoomList' }] }, operations);
    expect(soap).toContain('HTTP::SOAP');
    const locked = writeDefinition(
      { ...start, accept: ['UserLogin'], onlyAgents: ['anna', 'b: c'], operations: [{ type: 'Room::RoomList' }] },
      operations,
    );
    expect(parseDefinition(locked, { file: 'new.yml', ...known }).diagnostics).toEqual([]);
    expect(locked).toContain('Accept: [UserLogin]\n    OnlyAgents: ["anna", "b: c"]\n');
    expect(parseDefinition(soap, { file: 'new.yml', ...known }).diagnostics).toEqual([]);
    expect(text).toContain('    # Does what Room::RoomBook says.\n    RoomBook:\n      Type: Room::RoomBook\n');
    expect(text).toContain('RoomBook:\n          Route: "/RoomBook"\n          RequestMethod: [POST]\n');
    expect(text).toContain('RoomList2:\n          Route: "/rooms/:Building"\n          RequestMethod: [GET]\n');
  });

  it('has no operation if it only calls others', () => {
    const text = writeDefinition({ ...start, operations: [] }, testOperations());
    expect(parseDefinition(text, { file: 'new.yml' }).diagnostics).toEqual([]);
    expect(text).toContain('Requester:');
  });

  it('is refused for types that no plugin has', () => {
    const write = (type: string) => () => writeDefinition({ ...start, operations: [{ type }] }, testOperations());
    expect(write('Room::RoomLits')).toThrow(expect.objectContaining({ code: 'Admin.OperationTypeUnknown' }) as Error);
    expect(write('Room::RoomLits')).toThrow('Did you mean "Room::RoomList"?');
    expect(write('House::Sell')).toThrow('Choose from: Room::RoomBook, Room::RoomList.');
  });

  it.each([{ methods: ['GET'] }, { route: '/rooms' }])('is refused for SOAP with %j', (part) => {
    const operations = [{ type: 'Room::RoomList', ...part }];
    expect(() => writeDefinition({ ...start, transport: 'soap', operations }, testOperations())).toThrow(
      'SOAP has no methods and routes. Leave out those of Room::RoomList.',
    );
  });
});
