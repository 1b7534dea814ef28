import { ticketCatalogue } from '../src/catalogue/sections/ticket-catalogue.js';
import { TicketTests } from './support/ticket-tests.js';

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
  // The seed brings its ids along; new ones come after them.
  for (const table of ['queue', 'ticket_type', 'service', 'dynamic_field']) {
    await tests.query(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`);
  }
});

afterAll(() => tests.stop());

/** Applies entries of a section as the file's are, and tells what changed. */
async function apply(key: string, ...entries: readonly object[]): Promise<readonly string[]> {
  const host = { database: tests.test.database, settings: tests.settings(), now: () => tests.now };
  const section = ticketCatalogue.find((known) => known.key === key);
  return section?.apply(entries, host) ?? [];
}

describe('sections of the catalogue', () => {
  it.each<[string, object, object, string]>([
    ['Queues', { Name: 'Ink', FirstResponseTime: 60 }, { Name: 'Ink', Group: 'restricted' }, 'queue "Ink"'],
    ['States', { Name: 'dry', Type: 'open' }, { Name: 'dry', Type: 'closed' }, 'state "dry"'],
    [
      'DynamicFields',
      { Name: 'Ink', FieldType: 'Text' },
      { Name: 'Ink', FieldType: 'Dropdown', Config: { PossibleValues: { b: 'Blue' } } },
      'dynamic field "Ink"',
    ],
    ['Services', { Name: 'Ink' }, { Name: 'Ink', CustomerUsers: ['jane'] }, 'service "Ink"'],
  ])('%s are added, changed, and then left alone', async (...[key, first, second, what]) => {
    expect(await apply(key, first)).toEqual([`${what} added`]);
    expect(await apply(key, first)).toEqual([]);
    expect(await apply(key, second)).toEqual([`${what} changed`]);
    expect(await apply(key, second)).toEqual([]);
  });

  it('Types are added once', async () => {
    expect(await apply('Types', { Name: 'Ink' }, { Name: 'Incident' })).toEqual(['type "Ink" added']);
    expect(await apply('Types', { Name: 'Ink' })).toEqual([]);
  });

  it.each([
    [
      'Queues',
      { Name: 'Pens', Group: 'pens' },
      'Catalogue.QueueGroupUnknown',
      'The queue "Pens" has the group "pens", which does not exist. Name it under Groups.',
    ],
    [
      'States',
      { Name: 'wet', Type: 'opened' },
      'Catalogue.StateTypeUnknown',
      'The state "wet" has the type "opened". Use new, open, closed, pending reminder, pending auto, removed or merged.',
    ],
  ])('%s refuse %j', async (...[key, entry, code, message]) => {
    await expect(apply(key, entry)).rejects.toMatchObject({ code, message });
    expect(await tests.query('select name from queue where name = $1', [entry.Name])).toEqual([]);
  });
});
