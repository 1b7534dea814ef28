import {
  createError,
  defineOperation,
  definePlugin,
  isOperationError,
  OperationError,
  operationName,
  type OperationContext,
} from '@ticketgate/sdk';

const PARTS = { type: 'Custom::Any', summary: 'Does nothing.', effect: 'reads', input: { type: 'object' } } as const;

describe('the contract for operations', () => {
  it('types the input of an operation by its schema', async () => {
    const hello = defineOperation({
      type: 'Custom::Hello',
      summary: 'Greets by name.',
      effect: 'reads',
      input: {
        type: 'object',
        required: ['Name'],
        properties: { Name: { type: 'string' }, Times: { type: 'integer' } },
      },
      // The compiler knows that Name is a text and that Times may be missing.
      run: async (input) => ({ Greeting: `Hello ${input.Name.trim()}`.repeat(input.Times ?? 1) }),
    });
    expect(hello.checks).toBe('schema');
    expect(operationName(hello)).toBe('Hello');
    // This operation does not look at its context.
    expect(await hello.run({ Name: ' Ada ' }, {} as OperationContext<never>)).toEqual({ Greeting: 'Hello Ada' });
  });

  it('types what the operations of a plugin share, and refuses a plugin that lacks it', () => {
    const count = defineOperation({
      type: 'Custom::Count',
      summary: 'Counts.',
      effect: 'reads',
      input: { type: 'object', properties: { Step: { type: 'integer' } } },
      // Both are known: what the schema says of the input, and what the plugin shares.
      run: async (input, { services }: OperationContext<{ count: number }>) => ({
        Count: (services.count += input.Step ?? 1),
      }),
    });
    const careless = defineOperation({ ...PARTS, run: async () => ({}) });
    const plugin = definePlugin({ name: 'count', services: () => ({ count: 1 }), operations: [count, careless] });
    expect(plugin.operations).toHaveLength(2);
    expect(Object.isFrozen(plugin)).toBe(true);
    // @ts-expect-error these services have no count
    definePlugin({ name: 'other', services: () => ({ total: 1 }), operations: [count] });
    // @ts-expect-error this plugin has no services
    definePlugin({ name: 'none', operations: [count] });
    definePlugin({ name: 'careless', operations: [careless] });
  });

  it('makes errors with a code, a reason and the cause', () => {
    const QueueUnknown = createError<{ queue: string }>(
      'Hello.QueueUnknown',
      ({ queue }) => `There is no queue "${queue}".`,
      'NotFound',
    );
    const cause = new Error('why');
    const error = new QueueUnknown({ queue: 'Rwa' }, cause);
    expect(error).toMatchObject({
      code: 'Hello.QueueUnknown',
      reason: 'NotFound',
      message: 'There is no queue "Rwa".',
      cause,
    });
    expect(isOperationError(error)).toBe(true);
    expect(isOperationError(new Error('no code'))).toBe(false);
  });

  it.each([
    ['TicketCreate.AuthFail', 'AuthFail'],
    ['TicketCreate.AccessDenied', 'AccessDenied'],
    ['TicketCreate.MissingParameter', 'Invalid'],
    ['Custom.NotFound', 'NotFound'],
  ])('takes the reason of %s from its last part', (code, reason) => {
    expect(new OperationError(code, 'text').reason).toBe(reason);
  });
});
