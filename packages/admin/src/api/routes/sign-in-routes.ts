import { AccountsReadOnly, LastAdministrator, RoleUnknown } from '@ticketgate/accounts';
import { isFirstUse } from '@ticketgate/database';
import { RequesterSecretMissing } from '@ticketgate/runtime';
import { isOperationError } from '@ticketgate/sdk';
import { flag, inputObject, optionalMembers, named, oneOf, text, textOrNull } from '@ticketgate/sdk/schema';

import { findClaimedAgent, findGroupMismatch, giveRoles } from '../../sign-in/find-claimed-agent.js';
import {
  ClaimMissing,
  EmailUnverified,
  GroupsWithoutRole,
  FLOW_MINUTES,
  NoSignInProvider,
  openFlow,
  ProviderFailed,
  ProviderMismatch,
  ProviderRefused,
  sealFlow,
  SignInExpired,
  SignInRefused,
  SignInUnknown,
} from '../../sign-in/sign-in-flow.js';
import { SignInProvider } from '../../sign-in/sign-in-provider.js';
import { type AdminRoute, type OpenRequest } from '../admin-route.js';
import { AdminReply } from '../../tasks/admin-reply.js';
import type { ApiSystem } from '../../open-admin-system.js';
import { readScope } from '../../tasks/scope.js';
import { toSource } from '../identify-administrator.js';
import { signInCookie } from '../session-cookie.js';
import { grantSession, me } from './session-routes.js';

/** Where a provider sends browsers back to: a page of the console, which sends the query on. */
const RETURN_PATH = '/admin/sign-in';
/** Bytes: codes of providers have some thousand at most. */
const QUERY_BYTES = 20_000;

const listWays: AdminRoute = {
  method: 'GET',
  path: '/sign-in',
  summary:
    'Says how administrators sign in in a browser: the name of the provider, and whether the form for passwords is shown.',
  isOpen: true,
  answer: named('SignInWays', {
    provider: textOrNull('What the button calls the provider; null: there is none.'),
    passwordForm: oneOf(['shown', 'folded'], 'Whether the form for passwords is open at first.'),
  }),
  async run(_call, { configuration: { oidc } }) {
    return { provider: oidc.issuer === null ? null : oidc.name, passwordForm: oidc.passwordForm };
  },
};

const begin: AdminRoute = {
  method: 'POST',
  path: '/sign-in',
  summary: 'Begins a sign-in by the provider: sets a cookie, and answers with the address at the provider.',
  isOpen: true,
  body: optionalMembers({ again: flag('Have the provider ask who it is, although it may know it still.') }),
  bodyBytes: QUERY_BYTES,
  answer: named('BegunSignIn', { url: text('Where the browser has to go.') }),
  errors: [NoSignInProvider, ProviderFailed, ProviderMismatch, RequesterSecretMissing],
  run: (call, system) => reported(beginSignIn(call, system), call, system),
};

async function beginSignIn({ body, client }: OpenRequest, system: ApiSystem): Promise<AdminReply> {
  const { again = false } = body as { readonly again?: boolean }; // the router has compared it with the schema
  const provider = new SignInProvider(system.configuration);
  const { url, flow } = await provider.begin(`${client.origin}${client.prefix}${RETURN_PATH}`, { again });
  const sealed = await sealFlow(flow, provider.secret);
  return new AdminReply({ url }, { 'Set-Cookie': signInCookie(sealed, client, FLOW_MINUTES) });
}

const finish: AdminRoute = {
  method: 'POST',
  path: '/sign-in/callback',
  summary: 'Ends a sign-in by the provider with the query that it sent the browser back with; then as POST session.',
  isOpen: true,
  body: inputObject({ query: text('The query of the address that the provider sent the browser back to.') }),
  bodyBytes: QUERY_BYTES,
  answer: me,
  errors: [
    NoSignInProvider,
    ProviderFailed,
    ProviderMismatch,
    ProviderRefused,
    SignInExpired,
    ClaimMissing,
    EmailUnverified,
    GroupsWithoutRole,
    SignInUnknown,
    SignInRefused,
    RequesterSecretMissing,
    RoleUnknown,
    AccountsReadOnly,
    LastAdministrator,
  ],
  run: (call, system) => reported(endSignIn(call, system), call, system),
};

async function endSignIn({ body, client, signIn = '' }: OpenRequest, system: ApiSystem): Promise<AdminReply> {
  const { query } = body as { readonly query: string }; // the router has compared it with the schema
  const provider = new SignInProvider(system.configuration);
  const flow = await openFlow(signIn, provider.secret);
  if (flow?.state !== new URLSearchParams(query).get('state')) throw new SignInExpired({ minutes: FLOW_MINUTES });
  const use = { scope: 'sign-in', key: flow.state, now: system.now() };
  if (!(await isFirstUse(system.database, use))) throw new SignInExpired({ minutes: FLOW_MINUTES });
  const claims = await provider.finish(flow, query);
  const agent = await findClaimedAgent(claims, system);
  const admitted = await system.accounts.admit(agent.login);
  if (!('caller' in admitted)) throw new SignInRefused({ login: agent.login, reason: admitted.reason });
  await giveRoles(agent, claims, { system, source: toSource(client, 'session') });
  const { oidc } = system.configuration;
  const mismatch = findGroupMismatch(agent.login, claims, oidc);
  if (mismatch !== undefined) {
    if (readScope(await system.directory(), agent.id) === undefined) throw mismatch;
    system.logger.warn('an administrator has no role by groups of the provider', { reason: mismatch.message });
  }
  return grantSession(admitted.caller, {
    client,
    system,
    comment: `By ${oidc.name}, ${oidc.issuer ?? ''}`,
    cookies: [signInCookie('', client, 0)],
  });
}

/** Logs failures: most of them can only be fixed by the operator of the server. */
async function reported<Result>(attempt: Promise<Result>, { client }: OpenRequest, { logger }: ApiSystem) {
  try {
    return await attempt;
  } catch (cause) {
    const { remoteAddress } = client;
    if (isOperationError(cause)) {
      logger.warn('an administrator was not signed in by the provider', { reason: cause.message, remoteAddress });
    }
    throw cause;
  }
}

export const signInRoutes: readonly AdminRoute[] = [listWays, begin, finish];
