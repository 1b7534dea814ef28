import { authorizationFailing, defineFamilyOperation, isData, isTrue, operationError } from '@ticketgate/sdk';
import { objectWith, secretText, text } from '@ticketgate/sdk/schema/words';

const NAME = 'SessionCreate';
const TYPE = `Session::${NAME}` as const;

/** Session::SessionCreate (`docs/compatibility.md`): the order of checks and their texts are part of the protocol. */
export const sessionCreate = defineFamilyOperation({
  type: TYPE,
  summary: 'Starts a session for an agent or a customer user.',
  effect: 'writes',
  // Each session is stored by one statement.
  transaction: 'own',
  replay: false,
  hints: { destructive: false },
  errors: ['MissingParameter', 'AuthFail'],
  input: objectWith(['Password'], {
    UserLogin: text('Login of an agent.'),
    CustomerUserLogin: text('Login of a customer user; used when there is no UserLogin.'),
    Password: secretText(),
  }),
  output: objectWith(['SessionID'], { SessionID: { ...text('Decimal digits.'), secret: true, volatile: true } }),
  examples: [
    {
      summary: 'A session of an agent.',
      input: { UserLogin: 'root@localhost', Password: 'a long password' },
      output: { SessionID: '0123456789012345678901234567890123456' },
    },
  ],
  async run(input, context) {
    if (!isData(input) || Object.keys(input).length === 0) {
      throw operationError(NAME, 'MissingParameter', 'The request is empty!');
    }
    const { Password, UserLogin, CustomerUserLogin } = context.credentials;
    if (!isTrue(Password)) throw operationError(NAME, 'MissingParameter', 'Password parameter is missing!');
    const caller =
      UserLogin === undefined && CustomerUserLogin === undefined ? undefined : await context.authenticate();
    if (caller === undefined) throw authorizationFailing({ type: TYPE });
    return { SessionID: await context.accounts.sessions.create(caller, context.request) };
  },
});
