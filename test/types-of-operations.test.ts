/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-unsafe-call --
   the mistakes that the compiler has to find have no types */
import '@ticketgate/plugin-ticket';
import {
  defineOperation,
  definePlugin,
  reply,
  type Database,
  type Events,
  type OperationContext,
} from '@ticketgate/sdk';

declare module '@ticketgate/sdk' {
  interface CalledOperations {
    'Test::Double': typeof double;
  }
  interface KnownEvents {
    'test.doubled': { readonly Times: number };
  }
}

const PARTS = { type: 'Test::Any', summary: 'Does something.', effect: 'reads' } as const;
const INPUT = {
  type: 'object',
  required: ['Name'],
  properties: {
    Name: { type: 'string' },
    Times: { type: 'integer', default: 2 },
    Rooms: { type: 'array', items: { type: 'object', properties: { Floor: { type: 'integer' } } } },
  },
} as const;
const OUTPUT = {
  type: 'object',
  required: ['Done'],
  properties: { Done: { type: 'integer', const: 1 }, Names: { type: 'array', items: { type: 'string' } } },
} as const;

const double = defineOperation({
  ...PARTS,
  input: INPUT,
  output: OUTPUT,
  run: async ({ Name, Times }) => ({ Done: 1, Names: [Name.repeat(Times)] }),
});

/** Nothing here runs: the compiler checks it, and complains where it finds no mistake that is expected. */
const unused = {
  input: () => [
    defineOperation({
      ...PARTS,
      input: INPUT,
      // @ts-expect-error there is no Nmae
      run: async (input) => ({ Greeting: input.Nmae }),
    }),
    defineOperation({
      ...PARTS,
      input: INPUT,
      // @ts-expect-error rooms have no Flor
      run: async ({ Rooms = [] }) => ({ Floors: Rooms.map((room) => room.Flor) }),
    }),
    defineOperation({
      ...PARTS,
      input: { ...INPUT, additionalProperties: true },
      run: async (input) => ({ Other: input.Nmae }),
    }),
  ],
  output: () => [
    // @ts-expect-error Done is always 1
    defineOperation({ ...PARTS, input: INPUT, output: OUTPUT, run: async () => ({ Done: 2 }) }),
    // @ts-expect-error Done is missing
    defineOperation({ ...PARTS, input: INPUT, output: OUTPUT, run: async () => ({ Names: [] }) }),
    defineOperation({ ...PARTS, input: INPUT, output: OUTPUT, run: async () => reply({ Done: 1 }, { status: 201 }) }),
    // @ts-expect-error Done is 1 in a reply, too
    defineOperation({ ...PARTS, input: INPUT, output: OUTPUT, run: async () => reply({ Done: 3 }) }),
  ],
  async call({ call }: OperationContext) {
    const { Names = [] } = await call('Test::Double', { Name: 'x' });
    const ticket = await call('Ticket::TicketCreate', { Ticket: {}, Article: {} });
    // @ts-expect-error there is no Nmae
    await call('Test::Double', { Name: 'x', Nmae: 'y' });
    // @ts-expect-error Article is missing
    await call('Ticket::TicketCreate', { Ticket: {} });
    const other = await call('Test::Unknown', { Anything: 1 });
    // @ts-expect-error nobody knows what this is
    other.Number.toFixed();
    return [Names.map((name) => name.trim()), ticket.TicketNumber.trim()];
  },
  events: () =>
    definePlugin({
      name: 'listening',
      operations: [],
      events: {
        'ticket.created'({ data }) {
          data.ArticleID.toFixed();
        },
        'test.doubled'({ data, name }) {
          const known: 'test.doubled' = name;
          // @ts-expect-error Times is a number
          const wrong: string = data.Times;
          expect([known, wrong]).toEqual([]);
        },
        'other.happened'({ data }) {
          // @ts-expect-error the data of other events is unknown
          data.Number.toFixed();
        },
      },
    }),
  emit: (events: Events, database: Database) => [
    events.emit(database, [{ name: 'test.doubled', key: 'a', data: { Times: 1 } }]),
    // @ts-expect-error Times is a number
    events.emit(database, [{ name: 'test.doubled', key: 'a', data: { Times: 'one' } }]),
  ],
};

describe('the types of the contract', () => {
  it('know the input, the answer, calls and events of operations', async () => {
    expect(Object.keys(unused)).toEqual(['input', 'output', 'call', 'events', 'emit']);
    const context = {} as OperationContext<never>; // the operation does not look at it
    expect(await double.run({ Name: 'a', Times: 2 }, context)).toEqual({ Done: 1, Names: ['aa'] });
  });
});
