import type { CatalogueKind, Data, EntryChange } from '@ticketgate/sdk';

import { ticketCatalogue } from '../src/catalogue/kinds/ticket-catalogue.js';
import { TicketTests } from './support/ticket-tests.js';

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
  // The seed brings its ids along; new ones come after them.
  for (const table of ['queue', 'ticket_type', 'ticket_priority', 'service', 'sla', 'dynamic_field']) {
    await tests.query(`select setval(pg_get_serial_sequence('${table}', 'id'), 100)`);
  }
});

afterAll(() => tests.stop());

const host = () => ({ database: tests.test.database, settings: tests.settings(), now: () => tests.now });

function kindOf(key: string): CatalogueKind {
  const kind = ticketCatalogue.find((known) => known.key === key);
  if (kind === undefined) throw new Error(`There is no kind ${key}.`);
  return kind;
}

/** Saves entries as the file's are, and tells what came of each. */
async function apply(key: string, ...entries: readonly Data[]): Promise<readonly EntryChange[]> {
  const changes: EntryChange[] = [];
  for (const entry of entries) changes.push(await kindOf(key).save(entry, host(), { isExact: false }));
  return changes;
}

/** What entries keep that were applied at a start. */
async function applyAtStart(key: string, entry: Data): Promise<readonly string[]> {
  const kept: string[] = [];
  await kindOf(key).save(entry, host(), { isExact: false, onKept: (sentence) => kept.push(sentence) });
  return kept;
}

/** Saves an entry as somebody writes it who sees all of it. */
const set = (key: string, entry: Data) => kindOf(key).save(entry, host(), { isExact: true });

async function valuesOf(key: string, name: string): Promise<Data | undefined> {
  const [entry] = await kindOf(key).list({ name, limit: 1 }, host());
  return entry?.values;
}

describe('kinds of the catalogue', () => {
  it.each<[key: string, first: Data, second: Data]>([
    ['Queues', { Name: 'Ink', FirstResponseTime: 60 }, { Name: 'Ink', Group: 'restricted' }],
    ['States', { Name: 'dry', Type: 'open' }, { Name: 'dry', Type: 'closed', Comment: 'no ink' }],
    [
      'DynamicFields',
      { Name: 'Ink', FieldType: 'Dropdown', Config: { PossibleValues: { r: 'Red' } } },
      { Name: 'Ink', FieldType: 'Dropdown', Config: { PossibleValues: { b: 'Blue' } } },
    ],
    ['Services', { Name: 'Ink' }, { Name: 'Ink', CustomerUsers: ['<DEFAULT>'] }],
    ['SLAs', { Name: 'Ink', Services: ['Ink'] }, { Name: 'Ink', Services: ['Ink'], SolutionTime: 9 }],
  ])('%s are added, changed, and then left alone', async (key, first, second) => {
    expect(await apply(key, first, first, second, second)).toEqual(['added', undefined, 'changed', undefined]);
  });

  it.each(['Types', 'Priorities'])('%s are added once', async (key) => {
    expect(await apply(key, { Name: 'Ink' }, { Name: 'Pens' }, { Name: 'Ink' })).toEqual(['added', 'added', undefined]);
  });

  it.each(ticketCatalogue.map(({ key }) => key))('%s are listed as they are saved', async (key) => {
    const entries = await kindOf(key).list({ limit: 1_000 }, host());
    expect(entries.length).toBeGreaterThan(1);
    const written = entries.map(({ values }) => values);
    expect([key, await apply(key, ...written)]).toEqual([key, written.map(() => undefined)]);
    for (const values of written) expect([values, await set(key, values)]).toEqual([values, undefined]);
    const [, second] = entries;
    expect(await kindOf(key).list({ after: entries[0]?.name, limit: 1 }, host())).toEqual([second]);
  });

  it.each(ticketCatalogue.map(({ key }) => key))('%s are disabled and enabled again', async (key) => {
    const [entry] = await kindOf(key).list({ limit: 1 }, host());
    const name = entry?.name ?? '';
    const toggled: boolean[] = [];
    for (const isValid of [false, false, true, true]) {
      toggled.push(await kindOf(key).setValidity(name, isValid, host()));
      expect((await kindOf(key).list({ name, limit: 1 }, host()))[0]?.isValid).toBe(isValid);
    }
    expect(toggled).toEqual([true, false, true, false]);
  });

  it.each([
    ['Queues', 'Used', 'queue_id', 'queue'],
    ['States', 'used', 'ticket_state_id', 'ticket_state'],
    ['Types', 'Used', 'type_id', 'ticket_type'],
    ['Priorities', '6 used', 'ticket_priority_id', 'ticket_priority'],
    ['Services', 'Used', 'service_id', 'service'],
    ['SLAs', 'Used', 'sla_id', 'sla'],
  ])('%s say which tickets use what was disabled', async (...[key, Name, column, table]) => {
    await apply(key, { Name, Type: 'open' });
    const kind = kindOf(key);
    expect(await kind.warnDisabled?.(Name, host())).toEqual([]);
    const [{ id } = {}] = await tests.query(`select id from ${table} where name = $1`, [Name]);
    for (let count = 0; count < 2; count += 1) await tests.ticket({ [column]: id });
    expect(await kind.warnDisabled?.(Name, host())).toEqual([
      `The ${kind.label} "${Name}" is disabled and still used: 2 in ticket.`,
    ]);
  });

  it('name the values of a dynamic field that was disabled', async () => {
    await apply('DynamicFields', { Name: 'Filled', FieldType: 'Text' });
    await tests.query(
      `insert into dynamic_field_value (field_id, object_id, value_text) select id, 1, 'x' from dynamic_field where name = 'Filled'`,
    );
    expect(await kindOf('DynamicFields').warnDisabled?.('Filled', host())).toEqual([
      'The dynamic field "Filled" is disabled and still used: 1 in dynamic_field_value.',
    ]);
  });

  it('keep entries that a file does not list, and drop them when the list is set', async () => {
    await tests.query(
      `insert into customer_user (login, email, customer_id, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
       select login, login, 'C', 'A', 'B', 1, now(), 1, now(), 1 from unnest(array['joe', 'jim']) as login`,
    );
    await apply('Services', { Name: 'Pens', CustomerUsers: ['jane', 'joe'] }, { Name: 'Pens', CustomerUsers: ['jim'] });
    await tests.query(`delete from customer_user where login = 'joe'`);
    expect(await valuesOf('Services', 'Pens')).toEqual({ Name: 'Pens', CustomerUsers: ['jane', 'jim', 'joe'] });
    expect(await set('Services', { Name: 'Pens', CustomerUsers: ['joe'] })).toBe('changed');
    expect(await valuesOf('Services', 'Pens')).toEqual({ Name: 'Pens', CustomerUsers: ['joe'] });
    await apply('SLAs', { Name: 'Pens', Services: ['Pens', 'Ink'] });
    expect(await set('SLAs', { Name: 'Pens' })).toBe('changed');
    expect(await valuesOf('SLAs', 'Pens')).toEqual({ Name: 'Pens' });
  });

  it('let queues share the sender of their mails, and keep one that a file does not mention', async () => {
    const Sender = 'Ink, "blue" <ink@customer.org>';
    expect(await apply('Queues', { Name: 'Sent', Sender }, { Name: 'Also', Sender }, { Name: 'Sent' })).toEqual([
      ...['added', 'added', undefined],
    ]);
    expect(await valuesOf('Queues', 'Sent')).toMatchObject({ Sender });
    const senders = await tests.query(`select id from system_address where value0 = 'ink@customer.org'`);
    expect(senders).toHaveLength(1);
  });

  it('take the target times that a host left empty for none', async () => {
    await apply('Queues', { Name: 'Paper' });
    await tests.query(`update queue set first_response_time = null, update_time = null where name = 'Paper'`);
    expect(await apply('Queues', { Name: 'Paper' }, { Name: 'Paper', UpdateTime: 5 })).toEqual([undefined, 'changed']);
  });

  it('keep the comment that a file does not mention', async () => {
    await apply('States', { Name: 'damp', Type: 'open', Comment: 'not dry' });
    expect(await apply('States', { Name: 'damp', Type: 'open' })).toEqual([undefined]);
    expect(await valuesOf('States', 'damp')).toMatchObject({ Comment: 'not dry' });
    expect(await set('States', { Name: 'damp', Type: 'open' })).toBe('changed');
    expect(await valuesOf('States', 'damp')).toEqual({ Name: 'damp', Type: 'open' });
  });

  it('keep the type of a dynamic field', async () => {
    await apply('DynamicFields', { Name: 'Sort', FieldType: 'Text', ObjectType: 'Article' });
    const other = { Name: 'Sort', FieldType: 'Date', Label: 'Kind' };
    expect(await applyAtStart('DynamicFields', other)).toEqual([
      'The dynamic field "Sort" stays a Text of Article: the values that are stored would not fit another. Add a second field.',
    ]);
    expect(await valuesOf('DynamicFields', 'Sort')).toMatchObject({ FieldType: 'Text', Label: 'Kind' });
    await expect(apply('DynamicFields', other)).rejects.toMatchObject({ code: 'Catalogue.FieldTypeFixed' });
    expect(await applyAtStart('DynamicFields', { Name: 'Sort', FieldType: 'Text', Label: 'Kind' })).toEqual([]);
    await apply('DynamicFields', { Name: 'Fixed', FieldType: 'Text' });
    await expect(set('DynamicFields', { Name: 'Fixed', FieldType: 'Checkbox' })).rejects.toMatchObject({
      code: 'Catalogue.FieldTypeFixed',
      message: expect.stringContaining('stays a Text of Ticket') as string,
    });
  });

  it.each([
    [
      'Queues',
      { Name: 'Pens', Group: 'pens' },
      'Catalogue.QueueGroupUnknown',
      'The queue "Pens" has the group "pens", which does not exist. Add it under Groups.',
    ],
    [
      'States',
      { Name: 'wet', Type: 'opened' },
      'Catalogue.StateTypeUnknown',
      'The state "wet" has the type "opened". Use new, open, closed, pending reminder, pending auto, removed or merged.',
    ],
    [
      'SLAs',
      { Name: 'Lead', Services: ['Pencils'] },
      'Catalogue.ServiceOfAgreementUnknown',
      'The SLA "Lead" has the service "Pencils", which does not exist. Add it under Services.',
    ],
    [
      'Services',
      { Name: 'Chalk', CustomerUsers: ['<DEFAULT>', 'nope'] },
      'Catalogue.ServiceCustomerUnknown',
      'The service "Chalk" has the customer user "nope", which does not exist. Add it under CustomerUsers.',
    ],
  ])('%s refuse %j', async (...[key, entry, code, message]) => {
    await expect(apply(key, entry)).rejects.toMatchObject({ code, message });
    expect(await valuesOf(key, entry.Name)).toBeUndefined();
  });
});
