import {
  createError,
  defineOperation,
  isOperationError,
  OperationError,
  operationName,
  type OperationContext,
} from '@ticketgate/sdk';

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
    expect(await hello.run({ Name: ' Ada ' }, {} as OperationContext)).toEqual({ Greeting: 'Hello Ada' });
  });

  it('makes errors with a code, a status and the cause', () => {
    const QueueUnknown = createError<{ queue: string }>(
      'Hello.QueueUnknown',
      ({ queue }) => `There is no queue "${queue}".`,
      404,
    );
    const cause = new Error('why');
    const error = new QueueUnknown({ queue: 'Rwa' }, cause);
    expect(error).toMatchObject({
      code: 'Hello.QueueUnknown',
      status: 404,
      message: 'There is no queue "Rwa".',
      cause,
    });
    expect(isOperationError(error)).toBe(true);
    expect(isOperationError(new Error('no code'))).toBe(false);
  });

  it.each([
    ['TicketCreate.AuthFail', 401],
    ['TicketCreate.AccessDenied', 403],
    ['TicketCreate.MissingParameter', 400],
  ])('takes the status of %s from its reason', (code, status) => {
    expect(new OperationError(code, 'text').status).toBe(status);
  });
});
