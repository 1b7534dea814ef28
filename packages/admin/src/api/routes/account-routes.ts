import {
  type AccountsChange,
  type SessionInfo,
  AgentUnknown,
  ApiKeyAddressWrong,
  ApiKeyNameTaken,
  ApiKeyRevoked,
  ApiKeyUnknown,
  CustomerUnknown,
  PasswordTooCommon,
  PasswordTooShort,
  AccountsReadOnly,
} from '@ticketgate/accounts';
import type { ErrorKind } from '@ticketgate/sdk';

import { KeyExpiryOver, KeyNameInvalid, KeyOfNoAdministrator, createKey } from '../../accounts/create-key.js';
import { changeRecorded } from '../../change-recorded.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import { InputInvalid, SessionUnknown } from '../api-errors.js';
import { inputObject } from '../../actions/schemas/input-object.js';
import { pageAfter, pageByName, pageOf, toPage } from '../../actions/schemas/pages.js';
import { momentIn, readMoment } from '../../actions/schemas/moments.js';
import {
  listOf,
  moment,
  momentOrNull,
  named,
  objectOf,
  oneOf,
  text,
  textOrNull,
  word,
} from '../../actions/schemas/schemas.js';
import { comment } from '../../actions/schemas/service-schemas.js';
import { KeyBoundsWrong } from '../../accounts/check-key-bounds.js';

const PASSWORD_ERRORS = [AccountsReadOnly, PasswordTooShort, PasswordTooCommon];

/** A new password also ends all sessions. */
function passwordRoute(path: '/agents' | '/customers', unknown: ErrorKind, set: SetPassword): AdminRoute {
  const kind = path === '/agents' ? 'agent' : 'customer user';
  return defineRoute({
    method: 'PUT',
    path: `${path}/:name/password`,
    summary: `Sets the password of one ${kind}, and ends all sessions.`,
    body: inputObject({ password: { type: 'string', maxLength: 1000, secret: true } }, { comment }),
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
  query: inputObject({}, pageAfter),
  answer: pageOf(
    named(
      'ApiKey',
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
    ),
    text,
  ),
  async run({ query }, { accounts }) {
    return pageByName(await accounts.apiKeys.list(), query);
  },
});

const bound = { type: 'array', maxItems: 200, items: word } as const;
const secretKey = named('NewApiKey', objectOf({ name: text, key: text }));

const addKey = defineRoute({
  method: 'POST',
  path: '/api-keys',
  summary: 'Makes a key, which is answered only this once. Without bounds it may do everything its agent may do.',
  body: inputObject(
    {
      name: word,
      agent: { ...word, description: 'login of the agent that it acts for' },
    },
    {
      scope: { const: 'admin', description: 'for the administration, and for no web service' },
      services: bound,
      operations: bound,
      addresses: bound,
      expiresAt: momentIn,
      comment,
    },
  ),
  answer: secretKey,
  errors: [
    KeyNameInvalid,
    KeyExpiryOver,
    KeyOfNoAdministrator,
    KeyBoundsWrong,
    AgentUnknown,
    ApiKeyNameTaken,
    ApiKeyAddressWrong,
  ],
  async run({ body: { comment: why, expiresAt, ...wanted }, administrator: author }, system) {
    const bound = { ...wanted, expiresAt: readMoment(expiresAt) };
    const key = await createKey(system, bound, { author, comment: why });
    return { name: wanted.name, key };
  },
});

const rotateKey = defineRoute({
  method: 'POST',
  path: '/api-keys/:name/rotate',
  summary: 'Gives a key a new secret, which is answered only this once; the old one stops working at once.',
  body: inputObject({}, { comment }),
  answer: secretKey,
  errors: [ApiKeyUnknown, ApiKeyRevoked],
  async run({ params: { name }, body: { comment: why }, administrator }, { accounts }) {
    const change = ({ apiKeys }: AccountsChange) => apiKeys.rotate(name);
    const recorded = { action: 'API key rotated', subject: name, comment: why, change };
    return { name, key: await changeRecorded(accounts, administrator, recorded) };
  },
});

const revokeKey = defineRoute({
  method: 'DELETE',
  path: '/api-keys/:name',
  summary: 'Ends a key for good.',
  query: inputObject({}, { comment }),
  errors: [ApiKeyUnknown],
  async run({ params: { name }, query: { comment: why }, administrator }, { accounts }) {
    const change = ({ apiKeys }: AccountsChange) => apiKeys.revoke(name);
    await changeRecorded(accounts, administrator, { action: 'API key revoked', subject: name, comment: why, change });
  },
});

/** Where a page of sessions ends: when the last one was used, and its handle. */
const PLACE = /^(\d{1,15})-([\da-f]{16})$/;

function placeOf({ lastRequestAt, handle }: SessionInfo): string {
  return `${lastRequestAt.getTime()}-${handle}`;
}

/** @throws OperationError `Admin.InputInvalid` */
function readPlace(text: string): Pick<SessionInfo, 'lastRequestAt' | 'handle'> {
  const [, milliseconds, handle] = PLACE.exec(text) ?? [];
  if (handle !== undefined) return { lastRequestAt: new Date(Number(milliseconds)), handle };
  const reason = `${JSON.stringify(text)} is not where a page of sessions ends. Give "after" the "next" of the page before.`;
  throw new InputInvalid({ reason });
}

const listSessions = defineRoute({
  method: 'GET',
  path: '/sessions',
  summary: 'Sessions of agents and customer users, the last used first; the ids that open them are not shown.',
  query: inputObject({}, { ...pageAfter, login: word }),
  answer: pageOf(
    named(
      'Session',
      objectOf({
        handle: text,
        login: text,
        type: oneOf('User', 'Customer'),
        startedAt: moment,
        lastRequestAt: moment,
        address: text,
      }),
    ),
    text,
  ),
  async run({ query: { limit: most, after, login } }, { accounts }) {
    const behind = after === undefined ? undefined : readPlace(after);
    const found = await accounts.sessionAdministration.list({ limit: most + 1, login, behind });
    return toPage(found, { limit: most }, placeOf);
  },
});

const endSession = defineRoute({
  method: 'DELETE',
  path: '/sessions/:handle',
  summary: 'Ends a session.',
  query: inputObject({}, { comment }),
  errors: [SessionUnknown],
  async run({ params: { handle }, query: { comment: why }, administrator }, { accounts }) {
    const change = async ({ sessions }: AccountsChange) => {
      if (!(await sessions.end(handle))) throw new SessionUnknown({ handle });
    };
    await changeRecorded(accounts, administrator, { action: 'login ended', subject: handle, comment: why, change });
  },
});

export const accountRoutes: readonly AdminRoute[] = [
  passwordRoute('/agents', AgentUnknown, ({ agents }, { login, password }) => agents.setPassword(login, password)),
  passwordRoute('/customers', CustomerUnknown, ({ customers }, { login, password }) =>
    customers.setPassword(login, password),
  ),
  listKeys,
  addKey,
  rotateKey,
  revokeKey,
  listSessions,
  endSession,
];
