import { defineFamilyOperation, isData, isTrue, operationError, type OperationContext } from '@ticketgate/sdk';
import { listOf, objectWith, secretText, text, textOrNull } from '@ticketgate/sdk/schema/words';

const NAME = 'SessionGet';

/** The session that a request refers to; in Znuny, a header takes precedence over the data. */
export function readSessionID(input: unknown, { binding, credentials }: OperationContext): unknown {
  const given = isData(input) ? input.SessionID : undefined;
  return binding.profile === 'znuny' ? (credentials.SessionID ?? given) : given;
}

/** Session::SessionGet (`docs/compatibility.md`). The values never include password hashes or backend configuration. */
export const sessionGet = defineFamilyOperation({
  type: `Session::${NAME}`,
  summary: 'Lists the values of a session.',
  effect: 'reads',
  replay: false,
  errors: ['MissingParameter', 'SessionInvalid'],
  input: objectWith(['SessionID'], { SessionID: secretText() }),
  output: objectWith(['SessionData'], {
    SessionData: listOf(
      objectWith(['Key', 'Value'], {
        Key: text(),
        Value: textOrNull(),
        Serialized: { const: 1, description: 'Value is JSON text.' },
      }),
    ),
  }),
  examples: [
    {
      summary: 'The values of a session.',
      input: { SessionID: '0123456789012345678901234567890123456' },
      output: { SessionData: [{ Key: 'UserLogin', Value: 'root@localhost' }] },
    },
  ],
  async run(input, context) {
    const { accounts, request } = context;
    const sessionID = readSessionID(input, context);
    if (!isTrue(sessionID) && (!isData(input) || Object.keys(input).length === 0)) {
      throw operationError(NAME, 'MissingParameter', 'The request is empty!');
    }
    if (!isTrue(sessionID)) throw operationError(NAME, 'MissingParameter', 'SessionID is missing!');
    const isText = typeof sessionID === 'string' || typeof sessionID === 'number';
    const values = isText ? await accounts.sessions.read(String(sessionID), request) : undefined;
    if (values === undefined) throw operationError(NAME, 'SessionInvalid', 'SessionID is Invalid!');
    return { SessionData: values };
  },
});
