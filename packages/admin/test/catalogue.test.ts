import { AuditLog } from '@ticketgate/database';
import { accountsCatalogue } from '@ticketgate/accounts';
import { applyCatalogue } from '@ticketgate/admin';
import type { Data } from '@ticketgate/sdk';

import { compareCatalogue } from '../src/catalogue/apply-catalogue.js';
import { addEntry, changeEntry } from '../src/catalogue/change-entry.js';
import { checkCatalogueText, exportCatalogue } from '../src/catalogue/catalogue-file.js';
import { getEntry, listCatalogue } from '../src/catalogue/catalogue-entries.js';
import { getKind, type CatalogueSystem } from '../src/catalogue/catalogue-system.js';
import { findReferences, searchCatalogue } from '../src/catalogue/catalogue-entries.js';

import { startTestAdmin, type TestAdmin } from './test-admin.js';

let test: TestAdmin;
let system: CatalogueSystem;

beforeAll(async () => {
  test = await startTestAdmin();
  system = test.admin.catalogue;
});

afterAll(() => test.stop());

const AUTHOR = { userID: 1, login: 'anna', source: 'test' };
const NOTE = { author: AUTHOR, comment: 'why' };
const kind = (name: string) => getKind(system, name);
const add = async (key: string, name: string, members: Data = {}) =>
  addEntry(system, { kind: kind(key), name, members }, NOTE);
const set = async (...[key, name, members, base]: [string, string, Data, string?]) =>
  changeEntry(system, { kind: kind(key), name, members }, { ...NOTE, base });
const audited = async (subject: string) => {
  const entries = await new AuditLog(test.database).list({ limit: 10, subject });
  return entries.map(({ author, action, comment, before, after, source }) => ({
    ...{ author, action, comment, before, after, source },
  }));
};
const exported = async () => {
  const catalogue: Record<string, Data[]> = {};
  for await (const { key, entries } of exportCatalogue(system)) (catalogue[key] ??= []).push(...entries);
  return catalogue;
};

describe('an entry of the catalogue', () => {
  it('has the system as the author of a change, whoever changed the row before', async () => {
    await add('agents', 'tess', { FirstName: 'Tess', LastName: 'Tester', Email: 'tess@example.org' });
    await test.database.query(`update users set change_by = 2 where login = 'tess'`);
    await set('Agents', 'tess', { LastName: 'Taster' });
    const rows = await test.database.query(`select last_name, change_by from users where login = 'tess'`);
    expect(rows).toEqual([{ last_name: 'Taster', change_by: 1 }]);
  });

  it('is added, changed and disabled, and the audit log has who, why, from what and to what', async () => {
    await add('groups', 'pens', { Comment: 'blue' });
    await set('Groups', 'pens', { Comment: 'red' });
    await set('Groups', 'pens', { Valid: false });
    const { state, ...entry } = await getEntry(kind('Groups'), 'pens', system);
    expect(entry).toEqual({ name: 'pens', isValid: false, values: { Name: 'pens', Comment: 'red' } });
    const by = { author: 'anna', comment: 'why', source: 'test' };
    expect(await audited('pens')).toEqual([
      { ...by, action: 'group changed', before: { Valid: true }, after: { Valid: false } },
      { ...by, action: 'group changed', before: { Comment: 'blue' }, after: { Comment: 'red' } },
      { ...by, action: 'group added', before: null, after: { Name: 'pens', Comment: 'blue', Valid: true } },
    ]);
    expect(await set('Groups', 'pens', { Comment: 'red' })).toMatchObject({ isChanged: false, entry: { state } });
    expect(await audited('pens')).toHaveLength(3);
  });

  it('loses a member that is set to null, and entries that a new list leaves out', async () => {
    await add('Groups', 'ink', { Comment: 'wet' });
    expect((await set('Groups', 'ink', { Comment: null })).entry.values).toEqual({ Name: 'ink' });
    await add('Roles', 'Writers', { Permissions: { ink: ['ro', 'note'], users: ['rw'] }, Agents: ['anna'] });
    const { entry } = await set('Roles', 'Writers', { Permissions: { ink: ['ro'] }, Agents: [] });
    expect(entry.values).toEqual({ Name: 'Writers', Permissions: { ink: ['ro'] } });
  });

  it('is found by a part of its values, by its validity, and by those who name it', async () => {
    await add('Groups', 'paper', { Comment: 'Thick Sheets' });
    await add('Groups', 'card', { Comment: 'sheets', Valid: false });
    await add('Agents', 'printer', { FirstName: 'P', LastName: 'Printer', Email: '', Groups: ['paper'] });
    await add('Roles', 'Printers', { Permissions: { paper: ['ro'] } });
    const found = async (filter: Data) => {
      const { found: entries, total } = await searchCatalogue(kind('Groups'), { limit: 1, ...filter }, system);
      return [entries.map(({ name }) => name), total];
    };
    expect(await found({ text: 'SHEETS' })).toEqual([['card'], 2]);
    expect(await found({ text: 'sheets', after: 'card' })).toEqual([['paper'], 2]);
    expect(await found({ text: 'sheets', isValid: true })).toEqual([['paper'], 1]);
    expect(await findReferences(system, kind('Groups'), 'paper')).toEqual([
      { kind: 'Agents', label: 'agent', member: 'Groups', names: ['printer'], total: 1 },
      { kind: 'Roles', label: 'role', member: 'Permissions', names: ['Printers'], total: 1 },
    ]);
  });

  it('refuses a change by somebody who has not seen the last one', async () => {
    const { entry: first } = await add('Groups', 'locked');
    const { entry: second } = await set('Groups', 'locked', { Comment: 'mine' }, first.state);
    await expect(set('Groups', 'locked', { Comment: 'yours' }, first.state)).rejects.toMatchObject({
      code: 'Admin.EntryChanged',
      reason: 'Conflict',
    });
    expect(await getEntry(kind('Groups'), 'locked', system)).toEqual(second);
  });

  it('accepts one of many changes that start from the same state', async () => {
    const { entry } = await add('Groups', 'crowded');
    const all = [1, 2, 3, 4].map((each) => set('Groups', 'crowded', { Comment: String(each) }, entry.state));
    const settled = await Promise.allSettled(all);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>, string, string]>([
    ['of an unknown kind', () => add('Grups', 'x'), 'Admin.KindUnknown', 'Did you mean "Groups"?'],
    [
      'that exists',
      () => add('Agents', 'root@localhost'),
      'Admin.EntryExists',
      'The agent "root@localhost" exists already.',
    ],
    ['that does not exist', () => set('Groups', 'none', {}), 'Admin.EntryUnknown', 'The list of Groups'],
    [
      'whose login differs from another one in case alone',
      () => add('Agents', 'Root@localhost', AGENT),
      'Accounts.LoginTaken',
      'The login "Root@localhost" is taken by "root@localhost".',
    ],
    ['with a space at its end', () => add('Groups', 'users '), 'Admin.EntryInvalid', 'spaces at its ends'],
    ['with a space at its start', () => add('Agents', ' anna', AGENT), 'Admin.EntryInvalid', 'spaces at its ends'],
    ['with an unknown member', () => add('Groups', 'x', { Coment: '' }), 'Admin.EntryInvalid', 'mean "Comment"?'],
    ['with a value that does not fit', () => add('Roles', 'x', { Agents: 1 }), 'Admin.EntryInvalid', 'Agents'],
    ['under another name', () => set('Groups', 'users', { Name: 'y' }), 'Admin.EntryInvalid', 'cannot be changed'],
    ['with an unknown agent', () => add('Roles', 'x', { Agents: ['none'] }), 'Accounts.AgentUnknown', '"none"'],
    ['with an unknown group', () => add('Agents', 'x', { ...AGENT, Groups: ['no'] }), 'Accounts.GroupUnknown', '"no"'],
  ])('%s is refused, and nothing of it is kept', async (...[, change, code, message]) => {
    const before = await exported();
    await expect(change()).rejects.toMatchObject({ code, message: expect.stringContaining(message) as string });
    expect(await exported()).toEqual(before);
  });

  it('can be read and compared, but not changed, where a host manages the catalogue', async () => {
    const attached = { ...system, isReadOnly: true };
    const note = { author: AUTHOR, comment: '', subject: 'file' };
    const changes = [
      () => addEntry(attached, { kind: kind('Groups'), name: 'x', members: {} }, NOTE),
      () => changeEntry(attached, { kind: kind('Groups'), name: 'users', members: {} }, NOTE),
      () => applyCatalogue(attached, {}, note),
    ];
    for (const change of changes) await expect(change()).rejects.toMatchObject({ code: 'Admin.CatalogueReadOnly' });
    expect(await listCatalogue(kind('Groups'), { limit: 1 }, attached)).toHaveLength(1);
    expect(await compareCatalogue(attached, { Groups: [{ Name: 'x' }] })).toEqual(['group "x" added']);
  });
});

const AGENT = { FirstName: 'A', LastName: 'B', Email: 'a@example.org' };

describe('a catalogue file', () => {
  it('may not name an entry twice, and the second one is shown', () => {
    const text = 'Groups:\n  - Name: ink\n  - { Name: pens }\n  - Name: ink\n    Comment: red\nAgents: []\n';
    expect(checkCatalogueText(text, 'catalogue.yml', system.kinds).diagnostics).toMatchObject([
      {
        code: 'duplicate-entry',
        line: 4,
        message: 'There is another Name "ink" in Groups; put all of it into one entry, or rename one.',
      },
    ]);
  });
});

describe('the exported catalogue', () => {
  it('changes nothing when it is applied, whatever is in it', async () => {
    await add('Agents', 'bert', { ...AGENT, Groups: ['users'], Permissions: { stats: ['ro', 'note'] } });
    await add('Roles', 'Guests', { Comment: '', Permissions: { users: ['ro'] }, Agents: ['bert'], Valid: false });
    await add('CustomerCompanies', 'ACME', { Name: 'Acme: "Ink" & more', Zip: '01099', Comment: '- no\n- list' });
    const person = { Email: 'c@example.org', CustomerID: 'ACME', FirstName: 'C', LastName: 'D' };
    await add('CustomerUsers', 'carla', person);
    const catalogue = await exported();
    expect(Object.keys(catalogue)).toEqual(accountsCatalogue.map(({ key }) => key));
    expect(catalogue.Roles).toContainEqual({
      ...{ Name: 'Guests', Comment: '', Permissions: { users: ['ro'] }, Agents: ['bert'], Valid: false },
    });
    expect(catalogue.Agents).toContainEqual({
      ...{ Login: 'bert', ...AGENT, Groups: ['users'], Permissions: { stats: ['note', 'ro'] } },
    });
    expect(await compareCatalogue(system, catalogue)).toEqual([]);
  });

  it('shows what applying it would change, and leaves one audit entry about it', async () => {
    const note = { author: AUTHOR, comment: '', subject: 'file.yml' };
    const file = {
      Groups: [
        { Name: 'late', Valid: false },
        { Name: 'users', Valid: false },
      ],
      Roles: [{ Name: 'Late' }],
    };
    const changes = ['group "late" added', 'group "late" disabled', 'group "users" disabled', 'role "Late" added'];
    expect(await compareCatalogue(system, file)).toEqual(changes);
    expect(await applyCatalogue(system, file, note)).toEqual(changes);
    expect(await applyCatalogue(system, file, note)).toEqual([]);
    expect(await audited('file.yml')).toMatchObject([{ action: 'catalogue applied', after: { changes } }]);
    await set('Groups', 'users', { Valid: true });
  });
});

describe('a role', () => {
  it('gives its agents its permissions for as long as it and they are valid', async () => {
    await add('Groups', 'vault');
    await add('Roles', 'Keepers', { Permissions: { vault: ['ro'] }, Agents: ['anna'] });
    const may = async (permission: string) => {
      const directory = await test.admin.directory();
      const anna = directory.agentByLogin('anna')?.id ?? 0;
      return directory.groupIDsOfAgent(anna, permission).has(directory.groupByName('vault')?.id ?? 0);
    };
    expect([await may('ro'), await may('rw')]).toEqual([true, false]);
    await set('Roles', 'Keepers', { Valid: false });
    expect(await may('ro')).toBe(false);
    await set('Roles', 'Keepers', { Valid: true, Permissions: { vault: ['rw'] } });
    expect([await may('ro'), await may('rw')]).toEqual([true, true]);
    await set('Roles', 'Keepers', { Agents: [] });
    expect(await may('ro')).toBe(false);
  });
});
