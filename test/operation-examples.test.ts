import { plugin as faq } from '@ticketgate/plugin-faq';
import { plugin as session } from '@ticketgate/plugin-session';
import { plugin as ticket } from '@ticketgate/plugin-ticket';
import { OperationError, operationName, type Data, type Operation } from '@ticketgate/sdk';
import { AnswerCheck, startTestServer, type TestServer } from '@ticketgate/test-support';

const OPERATIONS = [session, ticket, faq].flatMap(({ operations }) => operations);
const BY_TYPE = OPERATIONS.map((operation) => [operation.type, operation] as const);
/** Last, so that the others have a session and a ticket. */
const ENDS = ['Session::SessionRemove'];

const routes = OPERATIONS.map(
  ({ type }) => `        ${operationName({ type })}: { Route: /${operationName({ type })} }`,
);
const entries = OPERATIONS.map(({ type }) => `    ${operationName({ type })}: { Type: '${type}' }`);
const SERVICE = `Debugger: { DebugThreshold: error }
Provider:
  Operation:
${entries.join('\n')}
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 100000
      RouteOperationMapping:
${routes.join('\n')}
Gateway: { ErrorStatus: http, Profile: contract }
`;

describe('every operation', () => {
  it.each(BY_TYPE)('%s says what it does, what it answers and how it fails, with an example', (_type, operation) => {
    const { summary, output, errors, examples } = operation;
    expect(summary).toMatch(/^[A-Z].*[.]$/);
    expect(output).toMatchObject({ type: 'object' });
    expect(errors?.length).toBeGreaterThan(0);
    expect(examples?.length).toBeGreaterThan(0);
  });

  it.each(BY_TYPE)('%s has examples that fit its schemas', (_type, operation) => {
    const answers = new AnswerCheck();
    for (const { input, output } of operation.examples ?? []) {
      answers.checkInput(operation, input);
      answers.check(operation, output);
    }
    expect(answers.mistakes).toEqual([]);
  });
});

describe('an answer that is not as declared', () => {
  const [type, operation] = BY_TYPE.find(([each]) => each === 'Session::SessionRemove') ?? BY_TYPE[0] ?? [];

  it('is a mistake, whether a member is missing, unknown or of another kind, and so is an error', () => {
    if (operation === undefined) throw new Error('There are no operations.');
    const answers = new AnswerCheck();
    answers.check(operation, { Success: 1 });
    answers.checkError(operation, new OperationError('SessionRemove.AuthFail', 'who?'));
    expect(answers.mistakes).toEqual([]);
    answers.check(operation, {});
    answers.check(operation, { Success: 2 });
    answers.check(operation, { Success: 1, Removed: 1 });
    answers.checkError(operation, new OperationError('SessionRemove.Impossible', 'no'));
    expect(answers.mistakes).toEqual([
      expect.stringContaining(`${type} answers  that must have required property 'Success'`),
      expect.stringContaining(`${type} answers /Success that must be equal to constant`),
      expect.stringContaining(`${type} answers  that must NOT have additional properties`),
      `${type} answers SessionRemove.Impossible, which is not among its errors`,
    ]);
  });
});

describe('the examples', () => {
  let server: TestServer;
  /** What examples name is another in each system. */
  let real: Data;

  beforeAll(async () => {
    server = await startTestServer({ webServices: { All: SERVICE } });
    const { customerAdministration } = server.system.accounts;
    const carla = { login: 'carla@example.com', email: 'carla@example.com', firstName: 'Carla', lastName: 'C' };
    await customerAdministration.add({ ...carla, customerID: 'ACME', password: 'test-Passw0rd-1' });
    await server.database.query(
      `insert into dynamic_field (internal_field, name, label, field_order, field_type, object_type, config, valid_id,
         create_time, create_by, change_time, change_by)
       values (0, 'Impact', 'Impact', 1, 'Dropdown', 'Ticket', $1, 1, now(), 1, now(), 1)`,
      ['---\nPossibleValues:\n  high: High\n  low: Low\n'],
    );
    const login = { UserLogin: 'root@localhost', Password: server.rootPassword };
    const { SessionID } = await send('SessionCreate', login);
    const created = OPERATIONS.find(({ type }) => type === 'Ticket::TicketCreate')?.examples?.[0]?.input;
    const { TicketID } = await send('TicketCreate', { ...created, SessionID });
    real = { SessionID, TicketID, ...login };
  });

  afterAll(() => server.stop());

  async function send(name: string, body: Data): Promise<Data> {
    const response = await fetch(`${server.url}/Webservice/All/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Data;
    expect([response.status, answer.Error]).toEqual([200, undefined]);
    return answer;
  }

  const sent = [...OPERATIONS].sort((a, b) => ENDS.indexOf(a.type) - ENDS.indexOf(b.type));
  it.each(sent.map(({ type, examples }) => [type, examples ?? []] as const))('of %s work', async (type, examples) => {
    for (const { input, output } of examples) {
      const answer = await send(operationName({ type }), within(input, type));
      expect(Object.keys(output ?? {}).filter((name) => !(name in answer))).toEqual([]);
    }
  });

  /** An example with what it names here, and with credentials. */
  function within(input: Data, type: Operation['type']): Data {
    const named = Object.fromEntries(Object.keys(input).flatMap((name) => (name in real ? [[name, real[name]]] : [])));
    return { ...(type.startsWith('Session::') ? {} : { SessionID: real.SessionID }), ...input, ...named };
  }
});
