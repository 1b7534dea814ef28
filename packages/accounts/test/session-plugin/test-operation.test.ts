import type { OperationContext } from '@ticketgate/sdk';

import { test } from '../../src/session-plugin/index.js';

const context = {} as OperationContext; // it uses nothing of it

describe('Test::Test', () => {
  it('answers what it got', async () => {
    expect(await test.run({ Text: 'Hello.', List: [1] }, context)).toEqual({ Text: 'Hello.', List: [1] });
  });

  it('fails as it is told, and for what is no object', () => {
    expect(() => test.run({ TestError: 7 }, context)).toThrow('Error message for error code: 7');
    expect(() => test.run([] as never, context)).toThrow(
      'Got Data but it is not a hash ref in Operation Test backend)!',
    );
  });
});
