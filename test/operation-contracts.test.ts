import { plugin as faq } from '@ticketgate/plugin-faq';
import { plugin as session } from '@ticketgate/plugin-session';
import { plugin as ticket } from '@ticketgate/plugin-ticket';
import { createTestContext, describeOperation, type TestContext } from '@ticketgate/sdk/testing';
import { type Data, type Operation } from '@ticketgate/sdk';

const PLUGINS = [session, ticket, faq];
const OPERATIONS = PLUGINS.flatMap(({ operations }) => operations);
const find = (type: string) => OPERATIONS.find((operation) => operation.type === type)!;

let context: TestContext;
/** What examples name is another in each system. */
let credentials: Data;

beforeAll(async () => {
  context = await createTestContext({
    plugins: PLUGINS,
    database: true,
  });
  await context.query(
    `insert into dynamic_field (internal_field, name, label, field_order, field_type, object_type, config, valid_id,
       create_time, create_by, change_time, change_by)
     values (0, 'Impact', 'Impact', 1, 'Dropdown', 'Ticket', $1, 1, now(), 1, now(), 1)`,
    ['---\nPossibleValues:\n  high: High\n  low: Low\n'],
  );
  credentials = { UserLogin: 'root@localhost', Password: 'Test-Passw0rd-1' };
});

afterAll(() => context.close());

/** An example with a session and a ticket of this system, new ones each time: operations may end or delete them. */
async function prepare(operation: Operation, input: Data): Promise<Data> {
  const { data: begun } = await context.inject(find('Session::SessionCreate'), { input: credentials });
  const real: Data = { ...credentials, SessionID: begun.SessionID, ...(await ticketFor(operation, input)) };
  const named = Object.fromEntries(Object.keys(input).flatMap((name) => (name in real ? [[name, real[name]]] : [])));
  const isSession = operation.type.startsWith('Session::');
  return { ...(isSession ? {} : { SessionID: real.SessionID }), ...input, ...named };
}

async function ticketFor({ type }: Operation, input: Data): Promise<Data> {
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
