import { LoginThrottled, LoginsBusy } from '@ticketgate/accounts';
import { recordChange } from '@ticketgate/database';
import { MASK, type Caller } from '@ticketgate/sdk';
import { inputObject, listOf, mapOf, named, oneOf, text, textOrNull, type ValueOf } from '@ticketgate/sdk/schema';
import { defineRoute, type AdminRequest, type AdminRoute, type OpenRequest } from '../admin-route.js';
import { AdminReply } from '../../tasks/admin-reply.js';
import { LoginFailed, SecondFactorNeeded } from '../api-errors.js';
import type { ApiSystem } from '../../open-admin-system.js';
import { toCsrfToken, sessionCookie } from '../session-cookie.js';
import { requireAdministrator, toSource } from '../identify-administrator.js';
import { DEEDS } from '../../tasks/scope.js';
import { momentOrNull } from '../../tasks/schemas.js';
import { InputInvalid } from '../../tasks/task-errors.js';

/** Who is logged in. */
export const me = named('Administrator', {
  login: text('Your login.'),
  name: text('Your name.'),
  may: oneOf(['everything', 'look', 'nothing'], 'What you may do with all there is: `look` changes nothing.'),
  services: mapOf(listOf(oneOf(DEEDS)), 'What else you may do, by web service.'),
  csrfToken: textOrNull('What changes need in `X-CSRF-Token`; null for a key, which needs none.'),
  endsAt: momentOrNull('When your session ends if you do nothing more; null for a key.'),
});

const credentials = inputObject({
  UserLogin: text('Login of the agent.'),
  Password: {
    type: 'string',
    secret: true,
    description: 'The password. Agents with a second factor need an API key instead.',
  },
});

/** Bytes: logins and passwords are short, and anybody may send them. */
const CREDENTIAL_BYTES = 10_000;

const logIn: AdminRoute = {
  method: 'POST',
  path: '/session',
  summary: 'Logs an administrator in: sets a cookie, and answers with the token that changes need.',
  isOpen: true,
  body: credentials,
  bodyBytes: CREDENTIAL_BYTES,
  answer: me,
  errors: [LoginFailed, SecondFactorNeeded, LoginThrottled, LoginsBusy],
  async run({ body, client }: OpenRequest, system: ApiSystem) {
    // The router has compared it with the schema.
    const caller = await authenticate(body as ValueOf<typeof credentials>, client, system);
    return grantSession(caller, { client, system });
  },
};

interface NewSession {
  readonly client: OpenRequest['client'];
  readonly system: ApiSystem;
  /** For the audit log. */
  readonly comment?: string | undefined;
  /** `Set-Cookie` headers in addition to that of the session. */
  readonly cookies?: readonly string[];
}

/**
 * Begins the session of an agent who has been authenticated.
 *
 * @throws OperationError `Admin.AdministratorsOnly`, `Admin.LoginNeeded`
 */
export async function grantSession(
  caller: Caller,
  { client, system, comment, cookies = [] }: NewSession,
): Promise<AdminReply> {
  const scope = await requireAdministrator(caller, system);
  const sessionID = await system.accounts.sessions.create(caller, client, 'admin');
  await recordPresence(system, 'administrator logged in', { login: caller.login, client, comment });
  const answer = await administratorAnswer({ login: caller.login, userID: caller.userID, sessionID, scope }, system);
  return new AdminReply(answer, { 'Set-Cookie': [sessionCookie(sessionID, client), ...cookies] });
}

async function recordPresence(
  { database }: ApiSystem,
  action: string,
  { login, client, comment }: Pick<NewSession, 'client' | 'comment'> & { readonly login: string },
): Promise<void> {
  await recordChange(database, { author: login, action, subject: login, comment, source: toSource(client, 'session') });
}

/** Checks the credentials; failed logins are throttled as everywhere else. */
async function authenticate(
  sent: ValueOf<typeof credentials>,
  client: OpenRequest['client'],
  { accounts, logger }: ApiSystem,
) {
  const refused = { needsSecondFactor: false };
  const caller = await accounts.authenticate(sent, client, {
    onRefusal({ reason, login = MASK, needsSecondFactor }) {
      refused.needsSecondFactor = needsSecondFactor === true;
      logger.warn('an administrator was not logged in', { reason, login, remoteAddress: client.remoteAddress });
    },
  });
  if (caller !== undefined) return caller;
  throw refused.needsSecondFactor ? new SecondFactorNeeded() : new LoginFailed();
}

async function administratorAnswer(
  { login, userID, sessionID, scope }: Pick<AdminRequest['administrator'], 'login' | 'userID' | 'sessionID' | 'scope'>,
  system: ApiSystem,
) {
  const fullName = (await system.directory()).agentByID(userID)?.fullName ?? '';
  // The first agent of a new system is called "- -".
  const name = /\p{L}/u.test(fullName) ? fullName : login;
  const who = { login, name, may: scope.all, services: Object.fromEntries(scope.services) };
  if (sessionID === undefined) return { ...who, csrfToken: null, endsAt: null };
  const endsAt = (await system.accounts.sessions.findEnd(sessionID)) ?? null;
  return { ...who, csrfToken: toCsrfToken(sessionID), endsAt };
}

const whoAmI = defineRoute({
  method: 'GET',
  path: '/session',
  summary:
    'Shows who you are, the token that changes need, and when your session ends if it is not used; both are null for an API key.',
  answer: me,
  needs: 'nothing',
  run: ({ administrator }, system) => administratorAnswer(administrator, system),
});

const logOut = defineRoute({
  method: 'DELETE',
  path: '/session',
  summary: 'Ends your session.',
  needs: 'nothing',
  async run({ administrator, client }, system) {
    const { sessionID, login } = administrator;
    if (sessionID === undefined)
      throw new InputInvalid({ reason: 'An API key has no session. Revoke the key instead.' });
    await system.accounts.sessions.remove(sessionID);
    await recordPresence(system, 'administrator logged out', { login, client });
    return new AdminReply(undefined, { 'Set-Cookie': sessionCookie(undefined, client) });
  },
});

export const sessionRoutes: readonly AdminRoute[] = [logIn, whoAmI, logOut];
