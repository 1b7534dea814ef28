import { definePlugin } from '@ticketgate/sdk';

import { sessionCreate } from './session-create.js';
import { sessionGet } from './session-get.js';
import { sessionRemove } from './session-remove.js';
import { test } from './test.js';

export const plugin = definePlugin({
  name: 'session',
  operations: [sessionCreate, sessionGet, sessionRemove, test],
});

declare module '@ticketgate/sdk' {
  interface CalledOperations {
    'Session::SessionCreate': typeof sessionCreate;
    'Session::SessionGet': typeof sessionGet;
    'Session::SessionRemove': typeof sessionRemove;
    'Test::Test': typeof test;
  }
}
