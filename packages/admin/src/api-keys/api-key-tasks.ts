import {
  AgentInvalid,
  AgentUnknown,
  ApiKeyAddressWrong,
  type ApiKeyInfo,
  ApiKeyNameTaken,
  ApiKeyRevoked,
  ApiKeyUnknown,
} from '@ticketgate/accounts';
import { createError } from '@ticketgate/sdk';
import { flag, inputObject, optionalMembers, integer, named, objectOf, text } from '@ticketgate/sdk/schema';

import { isName, NAME_RULE } from '../services/service-errors.js';
import type { Author } from '../admin-system.js';
import { mayDo, mayDoEverything, mayLookAtAll, NotAllowed, readScope } from '../tasks/scope.js';
import { task, type TaskContext } from '../tasks/task.js';
import { pageAfter, pageByName, pageMembers } from '../tasks/pages.js';
import { commentSchema, readMoment, word } from '../tasks/schemas.js';
import {
  apiKey,
  changedSettings,
  keyTable,
  newSettings,
  pickOwn,
  settingWords,
  shown,
  toWords,
  works,
} from './api-key.js';
import { checkKeyBounds, KeyBoundsWrong } from './key-bounds.js';

const KeyNameInvalid = createError<{ name: string }>(
  'Admin.KeyNameInvalid',
  ({ name }) => `"${name}" cannot be the name of a key. ${NAME_RULE}, for example monitoring.`,
  'Invalid',
);

export const KeyExpiryOver = createError<{ expiresAt: Date }>(
  'Admin.KeyExpiryOver',
  ({ expiresAt }) => `The key would expire at ${expiresAt.toISOString()}, which is over. Give a date in the future.`,
  'Invalid',
);

const KeyOfNoAdministrator = createError<{ agent: string }>(
  'Admin.KeyOfNoAdministrator',
  ({ agent }) =>
    `"${agent}" is not an administrator, so a key of scope admin would open nothing. Give "${agent}" rw in the group admin first, or name another agent.`,
  'Invalid',
);

/** A key with its secret, which is answered only once. */
const secretKey = named('NewApiKey', { name: text('Name of the key.'), key: text('The key; it is shown only now.') });

/** @throws OperationError `Admin.KeyExpiryOver` */
function readEnd(text: string | null | undefined, now: Date): Date | null {
  const expiresAt = readMoment(text ?? undefined) ?? null;
  if (expiresAt !== null && expiresAt <= now) throw new KeyExpiryOver({ expiresAt });
  return expiresAt;
}

export const createApiKey = task({
  at: 'POST /api-keys',
  needs: 'own',
  summary:
    'Creates a key. The answer has its secret, which is shown only once. Without bounds the key may do everything its agent may do.',
  input: inputObject(
    { name: word('Name of the key.'), agent: word('login of the agent that it acts for') },
    {
      scope: { const: 'admin', description: 'for the administration, and for no web service' },
      ...newSettings,
      comment: commentSchema,
    },
  ),
  answer: secretKey,
  errors: [
    KeyNameInvalid,
    KeyExpiryOver,
    KeyOfNoAdministrator,
    KeyBoundsWrong,
    AgentUnknown,
    AgentInvalid,
    ApiKeyNameTaken,
    ApiKeyAddressWrong,
  ],
  audit: ({ name, agent, scope, ...input }) => ({
    action: 'API key created',
    subject: name,
    after: { agent, scope, ...pickOwn(input), expiresAt: readMoment(input.expiresAt) },
  }),
  async run({ name, agent, scope, ...input }, { system, author, change }) {
    if (!isName(name)) throw new KeyNameInvalid({ name });
    requireOwn(author, { scope: scope ?? null, login: agent, services: input.services ?? null });
    const settings = { ...pickOwn(input), expiresAt: readEnd(input.expiresAt, system.now()) };
    const known = await system.accounts.agents.get(agent);
    if (!known.isValid) throw new AgentInvalid({ login: known.login });
    const agentID = known.id;
    const isOpen = scope !== 'admin' || readScope(await system.directory(), agentID) !== undefined;
    if (!isOpen) throw new KeyOfNoAdministrator({ agent });
    await checkKeyBounds(system, { scope: scope ?? null, ...settings });
    return change(async ({ apiKeys }) => ({
      name,
      key: await apiKeys.create({ name, agentID, scope, createdBy: author.login, ...settings }),
    }));
  },
  command: {
    usage: 'api-key create <name>',
    group: 'manage the keys that programs send instead of a password',
    about: 'create a key, which is shown once; without bounds it may do everything its agent may do',
    words: {
      name: ['<name>', 'what it is for, for example "monitoring"'],
      agent: ['--agent <login>', 'the agent it acts for, as "catalogue list Agents" shows it'],
      scope: ['--scope <scope>', 'admin: for the administration (/admin/api) and no web service'],
      ...settingWords,
    },
    ...shown,
  },
});

export const listApiKeys = task({
  at: 'GET /api-keys',
  needs: 'own',
  summary: 'Lists API keys by name, without their secrets.',
  input: optionalMembers({
    ...pageAfter,
    login: word('only keys of this agent'),
    text: word('part of the name, the login or what the key is bound to, in any case'),
    isOpen: flag('only keys that work, or only those that were revoked or have ended'),
  }),
  answer: objectOf({ ...pageMembers(apiKey, text()), total: integer('How many there are on all pages.') }),
  async run({ login, text: part, isOpen, ...page }, { system, author }) {
    const found = (await system.accounts.apiKeys.list()).filter(
      (key) =>
        (mayLookAtAll(author) || isOwn(author, key)) &&
        (login === undefined || key.login === login) &&
        (part === undefined || toWords(key).includes(part.toLowerCase())) &&
        (isOpen === undefined || isOpen === works(key, system.now())),
    );
    return { ...pageByName(found, page), total: found.length };
  },
  command: { usage: 'api-key list', about: 'list all keys, without their secrets', table: keyTable },
});

type KeyOfServices = Pick<ApiKeyInfo, 'login' | 'scope' | 'services'>;

/** Whether an administrator of some web services may see and change a key: it is bound to these alone and acts for nobody else. */
function isOwn(author: Author, { login, scope, services }: KeyOfServices): boolean {
  const names = services ?? [];
  const isBound = names.length > 0 && names.every((service) => mayDo(author, 'keys', service));
  return isBound && scope !== 'admin' && login === author.login;
}

/** @throws OperationError `Admin.NotAllowed` */
function requireOwn(author: Author, key: KeyOfServices): void {
  if (!mayDoEverything(author) && !isOwn(author, key)) throw new NotAllowed({ login: author.login, need: 'keys' });
}

/**
 * A key that its author may change. Keys that the author does not see in lists are answered as unknown.
 *
 * @throws OperationError `Accounts.ApiKeyUnknown`, `Admin.NotAllowed`
 */
async function getOwnKey({ system, author }: TaskContext, name: string): Promise<ApiKeyInfo> {
  const known = (await system.accounts.apiKeys.list()).find((each) => each.name === name);
  if (known === undefined || !(mayLookAtAll(author) || isOwn(author, known))) throw new ApiKeyUnknown({ name });
  requireOwn(author, known);
  return known;
}

const input = inputObject({ name: word('Name of the key.') }, { comment: commentSchema });

export const rotateApiKey = task({
  at: 'POST /api-keys/:name/rotate',
  needs: 'own',
  summary: 'Rotates a key: the answer has its new secret, which is shown only once. The old one stops working at once.',
  input,
  answer: secretKey,
  errors: [ApiKeyUnknown, ApiKeyRevoked],
  audit: ({ name }) => ({ action: 'API key rotated', subject: name }),
  async run({ name }, { change, ...context }) {
    await getOwnKey(context, name);
    return change(async ({ apiKeys }) => ({ name, key: await apiKeys.rotate(name) }));
  },
  command: {
    usage: 'api-key rotate <name>',
    about: 'give a key a new secret, which is shown once; the old one stops working at once',
    ...shown,
  },
});

export const revokeApiKey = task({
  at: 'DELETE /api-keys/:name',
  needs: 'own',
  summary: 'Revokes a key.',
  input,
  errors: [ApiKeyUnknown, ApiKeyRevoked],
  audit: ({ name }) => ({ action: 'API key revoked', subject: name }),
  async run({ name }, { change, ...context }) {
    await getOwnKey(context, name);
    return change(({ apiKeys }) => apiKeys.revoke(name));
  },
  command: {
    usage: 'api-key revoke <name>',
    about: 'end a key for good',
    print: (_answer, { name }) => `API key "${name}" revoked`,
  },
});

const NO_CHANGE = 'Nothing is to be changed; give services, operations, addresses, or when the key ends.';

export const changeApiKey = task({
  at: 'PATCH /api-keys/:name',
  needs: 'own',
  summary:
    'Changes the bounds of a key and when it ends; null takes a bound or the end away, and what is not given stays.',
  input: inputObject({ name: word('Name of the key.') }, { ...changedSettings, comment: commentSchema }),
  errors: [ApiKeyUnknown, ApiKeyRevoked, ApiKeyAddressWrong, KeyBoundsWrong, KeyExpiryOver],
  audit: ({ name }) => ({ action: 'API key changed', subject: name }),
  async run({ name, ...input }, { change, ...context }) {
    const { system, author } = context;
    const known = await getOwnKey(context, name);
    const wanted = pickOwn(input);
    if (Object.keys(wanted).length === 0) throw new KeyBoundsWrong({ reason: NO_CHANGE });
    requireOwn(author, { ...known, ...wanted });
    const expiresAt = wanted.expiresAt === undefined ? known.expiresAt : readEnd(wanted.expiresAt, system.now());
    await checkKeyBounds(system, { scope: known.scope, ...wanted });
    const before = pickOwn(known);
    const after = { ...before, ...wanted, expiresAt };
    await change(({ apiKeys }) => apiKeys.change(name, after), { before, after });
  },
  command: {
    usage: 'api-key change <name>',
    about: 'give a key other bounds or another end; what is not given stays',
    words: settingWords,
    print: (_answer, { name }) => `API key "${name}" changed`,
  },
});
