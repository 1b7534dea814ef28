import {
  AgentUnknown,
  ApiKeyAddressWrong,
  type ApiKeyInfo,
  ApiKeyNameTaken,
  ApiKeyRevoked,
  ApiKeyUnknown,
  type KeyChange,
} from '@ticketgate/accounts';
import { createError, isAdministrator } from '@ticketgate/sdk';
import { inputObject, integer, listOf, named, objectOf, text, textOrNull, flag } from '@ticketgate/sdk/schema';

import { changeAudited } from '../audit/audit-log.js';
import { isName } from '../services/service-errors.js';
import { task } from '../tasks/task.js';
import { boundWords, describeBounds, describeState, shown } from './key-words.js';
import { pageAfter, pageByName, pageMembers } from '../tasks/pages.js';
import { moment, momentIn, momentOrNull, readMoment, word, commentSchema } from '../tasks/schemas.js';
import { checkKeyBounds, KeyBoundsWrong } from './key-bounds.js';

const KeyNameInvalid = createError<{ name: string }>(
  'Admin.KeyNameInvalid',
  ({ name }) => `"${name}" cannot be the name of a key. Name its purpose, for example "monitoring".`,
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
    `"${agent}" is no administrator, so a key of scope admin would open nothing. Give "${agent}" rw in the group admin first, or name another agent.`,
  'Invalid',
);

export const bound = { type: 'array', maxItems: 200, items: word() } as const;

/** A key with its secret, which is answered this one time. */
export const secretKey = named(
  'NewApiKey',
  objectOf({ name: text('Name of the key.'), key: text('The key; it is shown only now.') }),
);

export const createApiKey = task({
  at: 'POST /api-keys',
  summary:
    'Creates a key. The answer has its secret, which is shown only once. Without bounds the key may do everything its agent may do.',
  input: inputObject(
    { name: word('Name of the key.'), agent: word('login of the agent that it acts for') },
    {
      scope: { const: 'admin', description: 'for the administration, and for no web service' },
      services: { ...bound, description: 'Web services that the key opens. Default: all.' },
      operations: { ...bound, description: 'Types of operations that the key may call. Default: all.' },
      addresses: { ...bound, description: 'Addresses and networks that the key may be used from. Default: all.' },
      expiresAt: momentIn(),
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
    ApiKeyNameTaken,
    ApiKeyAddressWrong,
  ],
  async run({ agent, comment, ...wanted }, { system, author }) {
    const { name, scope, services, operations, addresses } = wanted;
    const expiresAt = readMoment(wanted.expiresAt);
    if (!isName(name)) throw new KeyNameInvalid({ name });
    if (expiresAt !== undefined && expiresAt <= system.now()) throw new KeyExpiryOver({ expiresAt });
    const agentID = await system.accounts.agents.idOf(agent);
    const isOpen = scope !== 'admin' || isAdministrator(await system.directory(), agentID);
    if (!isOpen) throw new KeyOfNoAdministrator({ agent });
    await checkKeyBounds(system, { services: services ?? [], operations: operations ?? [] });
    const key = await changeAudited(system.accounts, author, {
      action: 'API key created',
      subject: name,
      comment,
      after: { agent, scope, services, operations, addresses, expires: expiresAt },
      change: ({ apiKeys }) => apiKeys.create({ ...wanted, expiresAt, agentID, createdBy: author.login }),
    });
    return { name, key };
  },
  command: {
    usage: 'api-key create <name>',
    about: 'create a key, which is shown once; without bounds it may do everything its agent may do',
    words: {
      name: ['<name>', 'what it is for, for example "monitoring"'],
      agent: ['--agent <login>', 'the agent it acts for'],
      scope: {
        flags: '--scope <scope>',
        about: 'admin: for the administration (/admin/api) and no web service',
        conflicts: ['service', 'operation'],
      },
      ...boundWords,
    },
    ...shown,
  },
});

const namesOrNull = { ...listOf(text()), type: ['array', 'null'] };

const apiKey = named(
  'ApiKey',
  objectOf({
    name: text('Name of the key.'),
    login: text('Login of the agent that it acts for.'),
    scope: textOrNull('`admin` for keys of the administration; null for all others.'),
    services: { ...namesOrNull, description: 'Web services that the key opens; null for all.' },
    operations: { ...namesOrNull, description: 'Types of operations that the key may call; null for all.' },
    addresses: { ...namesOrNull, description: 'Addresses and networks that the key may be used from; null for all.' },
    createdAt: moment('When it was made.'),
    createdBy: textOrNull('Login of whoever made it; null where that is not known.'),
    expiresAt: momentOrNull('When it ends; null for never.'),
    revokedAt: momentOrNull('When it was ended; null for keys that work.'),
    lastUsedAt: momentOrNull('When it was used last; null for never.'),
  }),
);

export const listApiKeys = task({
  at: 'GET /api-keys',
  summary: 'Lists API keys by name, without their secrets.',
  input: inputObject(
    {},
    {
      ...pageAfter,
      login: word('only keys of this agent'),
      text: word('part of the name, the login or what the key is bound to, in any case'),
      isOpen: flag('only keys that work, or only those that were revoked or have ended'),
    },
  ),
  answer: objectOf({ ...pageMembers(apiKey, text()), total: integer('How many there are on all pages.') }),
  async run({ login, text: part, isOpen, ...page }, { system }) {
    const found = (await system.accounts.apiKeys.list()).filter(
      (key) =>
        (login === undefined || key.login === login) &&
        (part === undefined || textOf(key).includes(part.toLowerCase())) &&
        (isOpen === undefined || isOpen === works(key, system.now())),
    );
    return { ...pageByName(found, page), total: found.length };
  },
  command: {
    usage: 'api-key list',
    about: 'list all keys, without their secrets',
    table: {
      headings: 'NAME AGENT STATE BOUNDS USED',
      cells: (key) => [key.name, key.login, describeState(key), describeBounds(key), key.lastUsedAt ?? 'never'],
    },
  },
});

function textOf({ name, login, services, operations, addresses }: ApiKeyInfo): string {
  return [name, login, services, operations, addresses].flat().join('\n').toLowerCase();
}

function works({ revokedAt, expiresAt }: ApiKeyInfo, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

const input = inputObject({ name: word('Name of the key.') }, { comment: commentSchema });

export const rotateApiKey = task({
  at: 'POST /api-keys/:name/rotate',
  summary: 'Rotates a key: the answer has its new secret, which is shown only once. The old one stops working at once.',
  input,
  answer: secretKey,
  errors: [ApiKeyUnknown, ApiKeyRevoked],
  async run({ name, comment }, { system, author }) {
    const key = await changeAudited(system.accounts, author, {
      action: 'API key rotated',
      subject: name,
      comment,
      change: ({ apiKeys }) => apiKeys.rotate(name),
    });
    return { name, key };
  },
  command: {
    usage: 'api-key rotate <name>',
    about: 'give a key a new secret, which is shown once; the old one stops working at once',
    ...shown,
  },
});

export const revokeApiKey = task({
  at: 'DELETE /api-keys/:name',
  summary: 'Revokes a key.',
  input,
  errors: [ApiKeyUnknown],
  async run({ name, comment }, { system, author }) {
    await changeAudited(system.accounts, author, {
      action: 'API key revoked',
      subject: name,
      comment,
      change: ({ apiKeys }) => apiKeys.revoke(name),
    });
  },
  command: {
    usage: 'api-key revoke <name>',
    about: 'end a key for good',
    print: (_answer, { name }) => `API key "${name}" revoked`,
  },
});

const orNull = { ...bound, type: ['array', 'null'] } as const;

export const changeApiKey = task({
  at: 'PATCH /api-keys/:name',
  summary:
    'Changes the bounds of a key and when it ends; null takes a bound or the end away, and what is not given stays.',
  input: inputObject(
    { name: word('Name of the key.') },
    {
      services: { ...orNull, description: 'Web services that the key opens; null for all.' },
      operations: { ...orNull, description: 'types that it may call; null for all' },
      addresses: { ...orNull, description: 'Addresses and networks that the key may be used from; null for all.' },
      expiresAt: { ...momentIn(), type: ['string', 'null'] },
      comment: commentSchema,
    },
  ),
  errors: [ApiKeyUnknown, ApiKeyRevoked, ApiKeyAddressWrong, KeyBoundsWrong, KeyExpiryOver],
  async run({ name, comment, ...wanted }, { system, author }) {
    const known = (await system.accounts.apiKeys.list()).find((each) => each.name === name);
    if (known === undefined) throw new ApiKeyUnknown({ name });
    const expiresAt =
      wanted.expiresAt === undefined ? known.expiresAt : (readMoment(wanted.expiresAt ?? undefined) ?? null);
    if (wanted.expiresAt !== undefined && expiresAt !== null && expiresAt <= system.now())
      throw new KeyExpiryOver({ expiresAt });
    await checkKeyBounds(system, { services: wanted.services ?? [], operations: wanted.operations ?? [] });
    const before = boundsOf(known);
    const after = { ...before, ...wanted, expiresAt };
    await changeAudited(system.accounts, author, {
      action: 'API key changed',
      subject: name,
      comment,
      before: { ...before },
      after: { ...after },
      change: ({ apiKeys }) => apiKeys.change(name, boundsOf(after)),
    });
  },
  command: {
    usage: 'api-key change <name>',
    about: 'give a key other bounds or another end; what is not given stays',
    words: boundWords,
    print: (_answer, { name }) => `API key "${name}" changed`,
  },
});

function boundsOf({ services, operations, addresses, expiresAt }: KeyChange): KeyChange {
  return { services, operations, addresses, expiresAt };
}
