import { defineInvoker, type Invoker } from '@ticketgate/sdk';

import { createTestContext, describeInvoker, type TestContext } from '../src/index.js';
import { failuresOf } from './run-contract.js';

const PARTS: Invoker = {
  type: 'Chat::Post',
  summary: 'Posts a text.',
  config: { Room: { type: 'string' } },
  payload: { type: 'object', required: ['text'], properties: { text: { type: 'string' }, room: {} } },
  examples: [
    {
      summary: 'Posts a greeting to a room.',
      data: { Text: 'Hello.' },
      config: { Room: 'helpdesk' },
      payload: { text: 'Hello.', room: 'helpdesk' },
      answer: { id: 12 },
      result: { Posted: 12 },
    },
  ],
  prepare: (data, { binding }) => ({ text: (data as { Text?: string }).Text, room: binding.options.Room }),
  handle: (answer) => ({ Posted: (answer as { id?: number }).id }),
};

describe('the contract test of an invoker', () => {
  const fails = (parts: Partial<Invoker>) =>
    failuresOf(() => {
      describeInvoker(defineInvoker({ ...PARTS, ...parts }));
    });

  it('passes for one that keeps its promises', async () => {
    expect(await fails({})).toEqual([]);
  });

  it.each<readonly [string, Partial<Invoker>, string]>([
    ['has no example', { examples: [] }, 'says what it does'],
    ['does not say what it sends', { payload: {} }, 'says what it does'],
    ['has an example with a key that it does not know', { config: {} }, 'has schemas that compile'],
    ['sends what it does not declare', { prepare: () => ({ text: 'Hello.', more: 1 }) }, 'sends what its examples'],
    ['makes something else of the answer', { handle: () => ({ Posted: 13 }) }, 'sends what its examples'],
    [
      'throws',
      {
        prepare: () => {
          throw new Error('boom');
        },
      },
      'sends what its examples',
    ],
  ])('fails for one that %s', async (_mistake, parts, name) => {
    expect(await fails(parts)).toEqual([expect.stringContaining(name)]);
  });
});

describe('an invoker in a test', () => {
  let context: TestContext;
  const post = defineInvoker(PARTS);

  beforeAll(async () => {
    context = await createTestContext({ invokers: [post] });
  });

  afterAll(() => context.close());

  it('fails as it does in a server when the other system refuses', async () => {
    const call = { data: { Text: 'Hello.' }, config: { Room: 'x' }, status: 403, answer: { reason: 'no' } };
    const called = await context.invoke(post, call);
    expect([called.isSuccess, called.data, called.sent]).toEqual([false, undefined, [{ text: 'Hello.', room: 'x' }]]);
    expect(called.errorMessage).toMatch(/Response code '403'\.$/);
    expect((await context.recorded()).debugLog.join('\n')).toContain('{"reason":"no"}');
  });
});
