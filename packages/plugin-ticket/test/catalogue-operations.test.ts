import type { Data, Operation, OperationContext } from '@ticketgate/sdk';

import { catalogueOperations } from '../src/operations/catalogue/catalogue-operations.js';
import { AGENT, BOSS, CUSTOMER, READER, STRANGER, TicketTests, type Call } from './support/ticket-tests.js';

let tests: TicketTests;

beforeAll(async () => {
  tests = await TicketTests.start();
});

afterAll(() => tests.stop());

function operation(name: string): Operation {
  const found = catalogueOperations.find(({ type }) => type === `Catalogue::${name}`);
  if (found === undefined) throw new Error(`There is no operation ${name}.`);
  return found;
}

const list = async (name: string, input: Data = {}, call: Call = {}) =>
  (await tests.run(operation(name), input, call)).Item as readonly Data[];
const failure = (name: string, input: Data, call: Call = {}) => tests.failure(operation(name), input, call);
const names = (items: readonly Data[]) => items.map(({ Name }) => Name);

describe('QueueList', () => {
  it('lists valid queues of groups that the agent may read, by full name', async () => {
    expect(names(await list('QueueList', {}, { caller: READER }))).toEqual([
      'Junk',
      'Misc',
      'Misc::Sub',
      'Postmaster',
      'Raw',
    ]);
    expect(names(await list('QueueList', {}, { caller: BOSS }))).toContain('Restricted');
    expect(await list('QueueList', {}, { caller: STRANGER })).toEqual([]);
    const [sub] = (await list('QueueList')).filter(({ Name }) => Name === 'Misc::Sub');
    expect(sub).toEqual({ QueueID: 5, Name: 'Misc::Sub', GroupID: 1, Comment: '' });
  });

  it('lists the queues in which the agent may do what Permission says', async () => {
    expect(await list('QueueList', { Permission: 'create' }, { caller: READER })).toEqual([]);
    expect(await list('QueueList', { Permission: 'create' }, { caller: AGENT })).toHaveLength(5);
    expect(await failure('QueueList', { Permission: 'all' })).toBe(
      'QueueList.InvalidParameter | QueueList: Permission is "all"; send one of "ro", "move_into", "create", "note", "owner", "priority", "rw".',
    );
  });
});

describe('the lists by id', () => {
  it('StateList has valid states with their types', async () => {
    const states = await list('StateList');
    expect(states[0]).toEqual({
      StateID: 1,
      Name: 'new',
      TypeID: 1,
      TypeName: 'new',
      Comment: expect.any(String) as string,
    });
    const ids = states.map(({ StateID }) => Number(StateID));
    expect(ids).toEqual([...ids].sort((left, right) => left - right));
    await tests.query('update ticket_state set valid_id = 2 where id = 1');
    expect(names(await list('StateList'))).not.toContain('new');
    await tests.query('update ticket_state set valid_id = 1 where id = 1');
  });

  it('PriorityList and TypeList have ids and names of what is valid', async () => {
    expect((await list('PriorityList'))[2]).toEqual({ PriorityID: 3, Name: '3 normal' });
    expect(await list('TypeList')).toEqual([
      { TypeID: 1, Name: 'Unclassified' },
      { TypeID: 2, Name: 'Incident' },
      { TypeID: 3, Name: 'ServiceRequest' },
    ]);
  });
});

describe('ServiceList', () => {
  it('lists services by full name, with the one above each', async () => {
    expect(await list('ServiceList')).toEqual([
      { ServiceID: 3, Name: 'HR', NameShort: 'HR', ParentID: null, Comment: '' },
      { ServiceID: 1, Name: 'IT', NameShort: 'IT', ParentID: null, Comment: '' },
      { ServiceID: 2, Name: 'IT::Email', NameShort: 'Email', ParentID: 1, Comment: '' },
    ]);
  });

  it('lists only those of a customer user', async () => {
    expect(names(await list('ServiceList', { CustomerUser: 'jane' }))).toEqual(['IT', 'IT::Email']);
    expect(await list('ServiceList', { CustomerUser: 'nobody' })).toEqual([]);
    expect(await failure('ServiceList', { CustomerUser: ['jane'] })).toBe(
      'ServiceList.InvalidParameter | ServiceList: CustomerUser is a list; send a text.',
    );
  });
});

describe('DynamicFieldList', () => {
  it('lists the fields of tickets and articles by name, or of one of them', async () => {
    const fields = await list('DynamicFieldList');
    expect(names(fields)).toEqual([...names(fields)].sort());
    expect(fields.find(({ Name }) => Name === 'Impact')).toEqual({
      DynamicFieldID: 4,
      Name: 'Impact',
      Label: 'Impact',
      FieldType: 'Dropdown',
      ObjectType: 'Ticket',
      FieldOrder: 4,
    });
    expect(names(await list('DynamicFieldList', { ObjectType: 'Article' }))).toEqual(['ArticleRef']);
    expect(await failure('DynamicFieldList', { ObjectType: 'FAQ' })).toBe(
      'DynamicFieldList.InvalidParameter | DynamicFieldList: ObjectType is "FAQ"; send one of "Ticket", "Article".',
    );
  });
});

describe('DynamicFieldValues', () => {
  it('lists keys and values in the order of the keys', async () => {
    expect(await list('DynamicFieldValues', { Name: 'Impact' })).toEqual([
      { Key: 'high', Value: 'High' },
      { Key: 'low', Value: 'Low' },
      { Key: 'medium', Value: 'Medium' },
    ]);
    expect(await list('DynamicFieldValues', { Name: 'Tags' })).toHaveLength(3);
  });

  it.each([
    [{}, 'DynamicFieldValues.MissingParameter', 'Name parameter is missing!'],
    [{ Name: 'Impcat' }, 'DynamicFieldValues.InvalidParameter', 'There is no dynamic field "Impcat".'],
    [
      { Name: 'DueDate' },
      'DynamicFieldValues.InvalidParameter',
      '"DueDate", a field of type Date, has no list of possible values.',
    ],
    [{ Name: ['Impact'] }, 'DynamicFieldValues.InvalidParameter', 'Name is a list; send a text.'],
  ])('answers %j with %s', async (...[input, code, sentence]) => {
    expect(await failure('DynamicFieldValues', input)).toBe(`${code} | DynamicFieldValues: ${sentence}`);
  });

  it('refuses a field that is invalid or has an empty list', async () => {
    await tests.query(`update dynamic_field set valid_id = 2 where name = 'Impact'`);
    expect(await failure('DynamicFieldValues', { Name: 'Impact' })).toContain('There is no dynamic field "Impact".');
    await tests.query(`update dynamic_field set valid_id = 1 where name = 'Impact'`);
    const [{ config } = { config: '' }] = await tests.query<{ config: string }>(
      `select config from dynamic_field where name = 'Tags'`,
    );
    await tests.query(`update dynamic_field set config = '---' where name = 'Tags'`);
    expect(await failure('DynamicFieldValues', { Name: 'Tags' })).toBe(
      'DynamicFieldValues.InvalidParameter | DynamicFieldValues: "Tags", a field of type Multiselect, has no list of possible values.',
    );
    await tests.query(`update dynamic_field set config = $1 where name = 'Tags'`, [config]);
  });
});

describe('all lists', () => {
  const INPUTS: Readonly<Record<string, Data>> = {
    QueueList: { Permission: 'create' },
    StateList: {},
    PriorityList: {},
    ServiceList: {},
    TypeList: {},
    DynamicFieldList: { ObjectType: 'Ticket' },
    DynamicFieldValues: { Name: 'Impact' },
  };
  const ALL = Object.keys(INPUTS);

  it.each([
    ['QueueList', 'QueueList.AccessDenied', 'QueueList.AuthFail'],
    ['StateList', 'StateList.AccessDenied', 'StateList.AuthFail'],
    ['PriorityList', 'PriorityList.AccessDenied', 'PriorityList.AuthFail'],
    ['ServiceList', 'ServiceList.AccessDenied', 'ServiceList.AuthFail'],
    ['TypeList', 'TypeList.AccessDenied', 'TypeList.AuthFail'],
    ['DynamicFieldList', 'DynamicFieldList.AccessDenied', 'DynamicFieldList.AuthFail'],
    ['DynamicFieldValues', 'DynamicFieldValues.AccessDenied', 'DynamicFieldValues.AuthFail'],
  ])('%s is for agents', async (name, denied, failing) => {
    const input = name === 'DynamicFieldValues' ? { Name: 'Impact' } : {};
    expect(await failure(name, input, { caller: CUSTOMER })).toBe(`${denied} | ${name}: Agents only.`);
    expect(await failure(name, input, { caller: undefined })).toBe(`${failing} | ${name}: Authorization failing!`);
  });

  it.each(ALL)('%s comes from memory', async (name) => {
    const context = tests.context(operation(name), {});
    const query = () => Promise.reject(new Error(`${name} asked the database.`));
    const run = () => operation(name).run(INPUTS[name], { ...context, database: { ...context.database, query } });
    expect(await run()).not.toHaveProperty('Item', []);
  });

  it('only the services of a customer user are read, with one statement', async () => {
    const context = tests.context(operation('ServiceList'), {});
    const asked: string[] = [];
    const query: OperationContext['database']['query'] = (text, values) => {
      asked.push(text);
      return context.database.query(text, values);
    };
    await operation('ServiceList').run(
      { CustomerUser: 'jane' },
      { ...context, database: { ...context.database, query } },
    );
    expect(asked).toEqual([expect.stringContaining('from service_customer_user')]);
  });

  it('leave out what is not valid', async () => {
    const tables = {
      QueueList: 'queue',
      PriorityList: 'ticket_priority',
      TypeList: 'ticket_type',
      ServiceList: 'service',
    };
    for (const [name, table] of Object.entries({ ...tables, DynamicFieldList: 'dynamic_field' })) {
      const before = await list(name);
      const last = before.at(-1)?.Name;
      await tests.query(`update ${table} set valid_id = 2 where name = $1`, [last]);
      expect(names(await list(name))).toEqual(names(before).slice(0, -1));
      await tests.query(`update ${table} set valid_id = 1 where name = $1`, [last]);
    }
  });

  it('send a single entry as an object where the service says so', async () => {
    const context = tests.context(operation('DynamicFieldList'), {});
    const binding = { ...context.binding, collapseSingleItem: true };
    const run = (input: Data) => operation('DynamicFieldList').run(input, { ...context, binding });
    expect(await run({ ObjectType: 'Article' })).toMatchObject({ Item: { Name: 'ArticleRef' } });
    expect(await run({})).toHaveProperty('Item', expect.any(Array));
  });
});
