import { defineFamilyOperation, isData, isTrue, OperationFault, toText, definePlugin } from '@ticketgate/sdk';
import { anyObject, text } from '@ticketgate/sdk/schema/words';

import { outOfOffice } from './out-of-office.js';
import { sessionCreate } from './session-create.js';
import { sessionGet } from './session-get.js';
import { sessionRemove } from './session-remove.js';

/** Test::Test, for testing mappings and clients without a login or data (`docs/compatibility.md`). */
export const test = defineFamilyOperation({
  type: 'Test::Test',
  summary: 'Answers what it got, to try out mappings and clients. Anyone who can reach the web service may call it.',
  effect: 'reads',
  errors: [],
  input: {
    type: 'object',
    additionalProperties: true,
    properties: { TestError: text('The code of an error to answer.') },
  },
  output: anyObject(),
  examples: [{ summary: 'Any data.', input: { Text: 'Hello.' }, output: { Text: 'Hello.' } }],
  run(input) {
    if (!isData(input)) throw new OperationFault('Got Data but it is not a hash ref in Operation Test backend)!');
    if (isTrue(input.TestError)) throw new OperationFault(`Error message for error code: ${toText(input.TestError)}`);
    return Promise.resolve(input);
  },
});

export const plugin = definePlugin({
  name: 'session',
  operations: [sessionCreate, sessionGet, sessionRemove, outOfOffice, test],
});

declare module '@ticketgate/sdk' {
  interface CalledOperations {
    'Session::SessionCreate': typeof sessionCreate;
    'Session::SessionGet': typeof sessionGet;
    'Session::SessionRemove': typeof sessionRemove;
    'User::OutOfOffice': typeof outOfOffice;
    'Test::Test': typeof test;
  }
}
