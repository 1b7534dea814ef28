import { plugin as faq } from '@ticketgate/plugin-faq';
import { plugin as session } from '@ticketgate/accounts/session-plugin';
import { plugin as ticket } from '@ticketgate/plugin-ticket';
import { createTestContext, describeInvoker, describeOperation, type TestContext } from '@ticketgate/sdk/testing';
import { type Data, type Operation } from '@ticketgate/sdk';

const PLUGINS = [session, ticket, faq];
const OPERATIONS = PLUGINS.flatMap(({ operations }) => operations);
const find = (type: string) => OPERATIONS.find((operation) => operation.type === type)!;

let context: TestContext;
/** What examples name is another in each system. */
let credentials: Data;

beforeAll(async () => {
  context = await createTestContext({ plugins: PLUGINS, database: true });
  await addField('Impact', 'Dropdown', '---\nPossibleValues:\n  high: High\n  low: Low\n');
  await addField('RemoteNumber', 'Text', '---\n{}\n');
  await context.query(
    `with timekeepers as (
       insert into groups_table (name, valid_id, create_time, create_by, change_time, change_by)
       values ('timeaccounting_webservice', 1, now(), 1, now(), 1) returning id
     )
     insert into group_user (user_id, group_id, permission_key, create_time, create_by, change_time, change_by)
     select 1, id, 'rw', now(), 1, now(), 1 from timekeepers`,
  );
  credentials = { UserLogin: 'root@localhost', Password: 'Test-Passw0rd-1' };
});

afterAll(() => context.close());

async function addField(name: string, type: string, config: string): Promise<void> {
  await context.query(
    `insert into dynamic_field (internal_field, name, label, field_order, field_type, object_type, config, valid_id,
       create_time, create_by, change_time, change_by)
     values (0, $1, $1, 1, $2, 'Ticket', $3, 1, now(), 1, now(), 1)`,
    [name, type, config],
  );
}

/** An example with a session and a ticket of this system, new ones each time: operations may end or delete them. */
async function prepare(operation: Operation, input: Data): Promise<Data> {
  const { data: begun } = await context.inject(find('Session::SessionCreate'), { input: credentials });
  const real: Data = { ...credentials, SessionID: begun.SessionID, ...(await ticketFor(operation, input)) };
  const named = Object.fromEntries(Object.keys(input).flatMap((name) => (name in real ? [[name, real[name]]] : [])));
  const isSession = operation.type.startsWith('Session::');
  return { ...(isSession ? {} : { SessionID: real.SessionID }), ...input, ...named };
}

async function ticketFor({ type }: Pick<Operation, 'type'>, input: Data): Promise<Data> {
  if (!('TicketID' in input || 'ArticleID' in input) || type.startsWith('Session::')) return {};
  const create = find('Ticket::TicketCreate');
  const Attachment = { Filename: 'a.txt', ContentType: 'text/plain', Content: 'QUJD' };
  const request = { ...create.examples?.[0]?.input, ...credentials, Attachment };
  const { data } = await context.inject(create, { input: request });
  return { TicketID: data.TicketID, ArticleID: Number(data.ArticleID) };
}

describe('every operation of ours', () => {
  for (const operation of OPERATIONS) {
    describeOperation(operation, { context: () => context, prepare: (input) => prepare(operation, input) });
  }
});

describe('every invoker of ours', () => {
  for (const invoker of PLUGINS.flatMap(({ invokers = [] }) => invokers)) {
    describeInvoker(invoker, {
      context: () => context,
      prepare: async (data) => ({ ...data, ...(await ticketFor({ type: invoker.type }, data)) }),
    });
  }

  it('of tickets notes what was answered', async () => {
    const [invoker] = ticket.invokers ?? [];
    const { TicketID } = await ticketFor(find('Ticket::TicketGet'), { TicketID: 1 });
    await context.invoke(invoker!, {
      data: { TicketID },
      config: { DynamicFieldList: ['RemoteNumber'] },
      answer: { Ticket: { DynamicField: { Name: 'RemoteNumber', Value: 'R-12' } } },
    });
    const noted = await context.query('select value_text from dynamic_field_value where object_id = $1', [TicketID]);
    expect(noted).toEqual([{ value_text: 'R-12' }]);
  });
});
