import type { IncomingMessage } from 'node:http';
import type { Refusal } from '@ticketgate/accounts';
import { readApiKey } from '@ticketgate/gateway';

import type { Administrator, AdminClient } from './admin-route.js';
import { AdministratorsOnly, LoginNeeded } from './api-errors.js';
import type { ApiSystem } from '../open-admin-system.js';
import { readScope, type Scope } from '../tasks/scope.js';
import { readSessionCookie } from './session-cookie.js';

/**
 * The administrator who sends a request. If a key is sent it must be valid: the session is not used then.
 *
 * @throws OperationError `Admin.LoginNeeded`, `Admin.AdministratorsOnly`
 */
export async function identifyAdministrator(
  request: IncomingMessage,
  client: AdminClient,
  system: ApiSystem,
): Promise<Administrator> {
  const session = readSessionCookie(request.headers.cookie);
  const key = readApiKey(request, session === undefined);
  const { login, userID, sessionID } = await (key === undefined
    ? ofSession(session, client, system)
    : ofKey(key, client, system));
  const scope = await requireAdministrator({ login, userID }, system);
  return { login, userID, sessionID, scope, source: toSource(client, sessionID === undefined ? 'API key' : 'session') };
}

/** For the audit log. */
export function toSource({ remoteAddress }: AdminClient, means: 'API key' | 'session'): string {
  return `administration from ${remoteAddress}, ${means}`;
}

/**
 * What an agent may do, now: groups and agents change while sessions last.
 *
 * @throws OperationError `Admin.AdministratorsOnly`, `Admin.LoginNeeded` for an agent that is not valid
 */
export async function requireAdministrator(
  { login, userID }: { readonly login: string; readonly userID: number },
  system: ApiSystem,
): Promise<Scope> {
  const directory = await system.directory();
  if (directory.agentByID(userID)?.isValid !== true) throw new LoginNeeded();
  const scope = readScope(directory, userID);
  if (scope === undefined) throw new AdministratorsOnly({ login });
  return scope;
}

async function ofSession(sessionID: string | undefined, client: AdminClient, { accounts }: ApiSystem) {
  if (sessionID === undefined || sessionID === '') throw new LoginNeeded();
  const identified = await accounts.sessions.identify(sessionID, client, 'admin');
  if (!('caller' in identified) || identified.caller.type !== 'User') throw new LoginNeeded();
  return { ...identified.caller, sessionID };
}

async function ofKey(key: unknown, client: AdminClient, { accounts, logger }: ApiSystem) {
  const onRefusal = ({ reason }: Refusal) =>
    logger.warn('a key was refused by the administration', { reason, remoteAddress: client.remoteAddress });
  const caller = await accounts.authenticate({ ApiKey: key }, client, { use: 'admin', onRefusal });
  if (caller === undefined) throw new LoginNeeded();
  return { ...caller, sessionID: undefined };
}
