import type { AccountsChange } from '@ticketgate/accounts';

import { createKey } from '../../accounts/create-key.js';
import { changeRecorded } from '../../change-recorded.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import { SessionUnknown } from '../api-errors.js';
import { limit, pageAfter, pageOf, toPage } from '../pages.js';
import { momentIn, readMoment } from '../read-moment.js';
import { listOf, moment, momentOrNull, objectOf, oneOf, text, textOrNull } from '../schemas.js';
import { comment, serviceName } from '../service-schemas.js';

const PASSWORD_ERRORS = ['Accounts.ReadOnly', 'Accounts.PasswordTooShort', 'Accounts.PasswordTooCommon'];

/** A new password also ends all sessions. */
function passwordRoute(path: '/agents' | '/customers', unknown: string, set: SetPassword): AdminRoute {
  const kind = path === '/agents' ? 'agent' : 'customer user';
  return defineRoute({
    method: 'PUT',
    path: `${path}/:name/password`,
    summary: `Sets the password of one ${kind}, and ends all sessions.`,
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['password'],
      properties: { password: { type: 'string', maxLength: 1000, secret: true }, comment },
    },
    errors: [...PASSWORD_ERRORS, unknown],
    async run({ params: { name: login }, body: { password, comment: why }, administrator }, { accounts }) {
      await changeRecorded(accounts, administrator, {
        action: `${kind} password set`,
        subject: login,
        comment: why,
        change: (changing) => set(changing, { login, password }),
      });
    },
  });
}

type SetPassword = (
  accounts: AccountsChange,
  account: { readonly login: string; readonly password: string },
) => Promise<void>;

const names = listOf(text);
const namesOrNull = { ...names, type: ['array', 'null'] };

const listKeys = defineRoute({
  method: 'GET',
  path: '/api-keys',
  summary: 'API keys by name, without their secrets.',
  query: { type: 'object', additionalProperties: false, properties: pageAfter },
  answer: pageOf(
    objectOf({
      name: text,
      login: text,
      scope: textOrNull,
      services: namesOrNull,
      operations: namesOrNull,
      addresses: namesOrNull,
      expiresAt: momentOrNull,
      revokedAt: momentOrNull,
      lastUsedAt: momentOrNull,
    }),
    text,
  ),
  async run({ query: { limit: most, after = '' } }, { accounts }) {
    const behind = (await accounts.apiKeys.list()).filter(({ name }) => name > after);
    return toPage(behind.slice(0, most + 1), { limit: most }, ({ name }) => name);
  },
});

const bound = { type: 'array', maxItems: 200, items: { type: 'string', maxLength: 200 } } as const;
const secretKey = objectOf({ name: text, key: text });

const addKey = defineRoute({
  method: 'POST',
  path: '/api-keys',
  summary: 'Makes a key, which is answered only this once. Without bounds it may do everything its agent may do.',
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['name', 'agent'],
    properties: {
      name: serviceName,
      agent: { ...serviceName, description: 'login of the agent that it acts for' },
      scope: { const: 'admin', description: 'for the administration, and for no web service' },
      services: bound,
      operations: bound,
      addresses: bound,
      expiresAt: momentIn,
      comment,
    },
  },
  answer: secretKey,
  errors: [
    'Admin.KeyNameInvalid',
    'Admin.KeyBoundsWrong',
    'Accounts.AgentUnknown',
    'Accounts.ApiKeyNameTaken',
    'Accounts.ApiKeyAddressWrong',
  ],
  async run({ body: { comment: why, expiresAt, ...wanted }, administrator: author }, system) {
    const key = await createKey(system, { ...wanted, expiresAt: readMoment(expiresAt) }, { author, comment: why });
    return { name: wanted.name, key };
  },
});

const rotateKey = defineRoute({
  method: 'POST',
  path: '/api-keys/:name/rotate',
  summary: 'Gives a key a new secret, which is answered only this once; the old one stops working at once.',
  answer: secretKey,
  errors: ['Accounts.ApiKeyUnknown', 'Accounts.ApiKeyRevoked'],
  async run({ params: { name }, administrator }, { accounts }) {
    const change = ({ apiKeys }: AccountsChange) => apiKeys.rotate(name);
    return {
      name,
      key: await changeRecorded(accounts, administrator, { action: 'API key rotated', subject: name, change }),
    };
  },
});

const revokeKey = defineRoute({
  method: 'DELETE',
  path: '/api-keys/:name',
  summary: 'Ends a key for good.',
  errors: ['Accounts.ApiKeyUnknown'],
  async run({ params: { name }, administrator }, { accounts }) {
    const change = ({ apiKeys }: AccountsChange) => apiKeys.revoke(name);
    await changeRecorded(accounts, administrator, { action: 'API key revoked', subject: name, change });
  },
});

const listSessions = defineRoute({
  method: 'GET',
  path: '/sessions',
  summary: 'Sessions of agents and customer users, the last used first; the ids that open them are not shown.',
  query: { type: 'object', additionalProperties: false, properties: { limit, login: serviceName } },
  answer: objectOf({
    items: listOf(
      objectOf({
        handle: text,
        login: text,
        type: oneOf('User', 'Customer'),
        startedAt: moment,
        lastRequestAt: moment,
        address: text,
      }),
    ),
  }),
  run: async ({ query }, { accounts }) => ({ items: await accounts.sessionAdministration.list(query) }),
});

const endSession = defineRoute({
  method: 'DELETE',
  path: '/sessions/:handle',
  summary: 'Ends a session.',
  errors: ['Admin.SessionUnknown'],
  async run({ params: { handle }, administrator }, { accounts }) {
    const change = async ({ sessions }: AccountsChange) => {
      if (!(await sessions.end(handle))) throw new SessionUnknown({ handle });
    };
    await changeRecorded(accounts, administrator, { action: 'login ended', subject: handle, change });
  },
});

export const accountRoutes: readonly AdminRoute[] = [
  passwordRoute('/agents', 'Accounts.AgentUnknown', ({ agents }, { login, password }) =>
    agents.setPassword(login, password),
  ),
  passwordRoute('/customers', 'Accounts.CustomerUnknown', ({ customers }, { login, password }) =>
    customers.setPassword(login, password),
  ),
  listKeys,
  addKey,
  rotateKey,
  revokeKey,
  listSessions,
  endSession,
];
