import {
  authorizationFailing,
  defineFamilyOperation,
  isAdministrator,
  isTrue,
  type OperationContext,
  operationError,
} from '@ticketgate/sdk';
import { objectWith, secretText, text } from '@ticketgate/sdk/schema/words';

import { readSessionID } from './session-get.js';

const NAME = 'SessionRemove';
const TYPE = `Session::${NAME}` as const;

/** Session::SessionRemove: anyone who knows a session id may end the session; administrators may end any session. */
export const sessionRemove = defineFamilyOperation({
  type: TYPE,
  summary: 'Ends a session. Ending an unknown session is not an error.',
  effect: 'writes',
  // Each session is removed by one statement.
  transaction: 'own',
  replay: false,
  hints: { destructive: true, idempotent: true },
  errors: ['MissingParameter', 'InvalidParameter', 'AuthFail'],
  input: objectWith(['SessionID'], {
    SessionID: secretText('The session to end; knowing it is enough.'),
    UserLogin: text(),
    Password: secretText(),
  }),
  output: objectWith(['Success'], { Success: { const: 1 } }),
  examples: [
    {
      summary: 'Ends a session.',
      input: { SessionID: '0123456789012345678901234567890123456' },
      output: { Success: 1 },
    },
  ],
  async run(input, context) {
    const sessionID = readSessionID(input, context);
    if (!isTrue(sessionID)) throw operationError(NAME, 'MissingParameter', 'SessionID is missing!');
    if (typeof sessionID !== 'string' && typeof sessionID !== 'number') {
      if (context.binding.profile !== 'contract') return { Success: 1 };
      throw operationError(NAME, 'InvalidParameter', 'SessionID is not a text.');
    }
    if (context.credentials.UserLogin !== undefined) await requireAdmin(context);
    await context.accounts.sessions.remove(String(sessionID));
    return { Success: 1 };
  },
});

/** Checks additional credentials, so that a wrong password never ends in success. */
async function requireAdmin(context: OperationContext): Promise<void> {
  const caller = await context.authenticate();
  const directory = await context.accounts.directory();
  if (caller?.type !== 'User' || !isAdministrator(directory, caller.userID)) throw authorizationFailing({ type: TYPE });
}
