import { defineOperation, OperationError, type Operation } from '@ticketgate/sdk';

import { describeOperation } from '../src/index.js';
import { errorsOf as runContract } from './run-contract.js';

const failuresOf = (operation: Operation, options?: Parameters<typeof errorsOf>[1]) =>
  errorsOf(operation, options).then((errors) => [...errors.keys()]);

function errorsOf(operation: Operation, { only = '', patience = 5_000 } = {}) {
  return runContract(
    () => {
      describeOperation(operation, { patience });
    },
    { only },
  );
}

const run = async () => ({ Done: true });

const PARTS = {
  type: 'Custom::Do',
  summary: 'Does something.',
  effect: 'reads',
  input: { type: 'object', properties: { Name: { type: 'string' } } },
  output: { type: 'object', required: ['Done'], properties: { Done: { type: 'boolean' } } },
  errors: [],
  examples: [{ summary: 'Does it.', input: { Name: 'it' }, output: { Done: true } }],
  run,
} as const;

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('gone'));
    });
  });
}

describe('the contract test of an operation', () => {
  it('passes for one that keeps its promises', async () => {
    expect(await failuresOf(defineOperation(PARTS))).toEqual([]);
  });

  it('does not run what writes for HEAD', async () => {
    expect(await failuresOf(defineOperation({ ...PARTS, effect: 'writes' }))).toEqual([]);
  });

  it.each<readonly [string, Partial<Operation>, string]>([
    ['has no example', { examples: [] }, 'says what it does'],
    ['lists no errors', { errors: undefined as never }, 'says what it does'],
    [
      'has an example that does not fit',
      { examples: [{ summary: 'x', input: { Name: 1 } }] },
      'has schemas that compile',
    ],
    [
      'has a secret that is not marked',
      { input: { type: 'object', properties: { Name: { type: 'string' }, Password: { type: 'string' } } } },
      'marks its secrets',
    ],
    ['answers what it does not declare', { run: async () => ({ Done: true, More: 1 }) }, 'answers its examples'],
    [
      'throws what it does not declare',
      {
        input: { type: 'object', properties: { Name: { type: 'string' }, Other: { type: 'string' } } },
        examples: [{ summary: 'x', input: { Name: 'it', Other: 'other' } }],
        run: async (input) => {
          if ((input as { Name?: string }).Name === undefined) throw new OperationError('Do.Odd', 'Nobody knows this.');
          return { Done: true };
        },
      },
      'refuses an input',
    ],
    [
      'writes its secret to the log',
      {
        input: { type: 'object', properties: { Name: { type: 'string', secret: true } } },
        examples: [{ summary: 'x', input: { Name: 'tell-nobody' } }],
        run: async (input, { logger }) => {
          logger.info(`the name is ${(input as { Name: string }).Name}`);
          return { Done: true };
        },
      },
      'keeps secrets out of logs',
    ],
    [
      'writes a secret within a member to the log',
      {
        input: {
          type: 'object',
          properties: { Login: { type: 'object', properties: { Code: { type: 'string', secret: true } } } },
        },
        examples: [{ summary: 'x', input: { Login: { Code: 'tell-nobody' } } }],
        run: async (input, { logger }) => {
          logger.info(`the code is ${(input as { Login: { Code: string } }).Login.Code}`);
          return { Done: true };
        },
      },
      'keeps secrets out of logs',
    ],
  ])('fails for one that %s', async (_mistake, parts, name) => {
    expect(await failuresOf({ ...defineOperation(PARTS), ...parts })).toContainEqual(expect.stringContaining(name));
  });

  it('shows the error of one that throws, where it was thrown and why, and what it logged', async () => {
    const throwing: Operation = {
      ...defineOperation(PARTS),
      run: async function explode(_input, { logger }) {
        logger.warn('the tank is empty', { tank: 7 });
        throw new Error('boom', { cause: new Error('no fuel') });
      },
    };
    const error = (await errorsOf(throwing)).get('answers its examples as it declares, and keeps secrets out of logs');
    expect(error).toMatch(/the example "Does it." is answered with 500, not 200: .*request id/);
    expect(error).toMatch(/^Error: boom\n +at .*explode.*contract-mistakes\.test\.ts:\d+/m);
    expect(error).toMatch(/\[cause\]: Error: no fuel/);
    expect(error).toMatch(/^log warn: the tank is empty\n {2}.*\n.*tank: 7$/m);
  });

  it('distinguishes one that continues without its client from one that ends', async () => {
    const LEAVES = 'ends when its client leaves';
    const careful: Operation = {
      ...defineOperation(PARTS),
      run: (_input, { request }) => untilAborted(request.signal),
    };
    let release: (() => void) | undefined;
    const untilReleased = () =>
      new Promise<undefined>((resolve) => {
        release = () => {
          resolve(undefined);
        };
      });
    const careless: Operation = { ...careful, run: untilReleased };
    expect(await failuresOf(careful, { only: LEAVES })).toEqual([]);
    expect(await failuresOf(careless, { only: LEAVES, patience: 10 })).toEqual([LEAVES]);
    release?.();
  });
});
