import type { ApiKeyInfo } from '@ticketgate/accounts';

import { defineAction } from '../tasks/action.js';
import {
  inputObject,
  integer,
  listOf,
  moment,
  momentOrNull,
  named,
  objectOf,
  text,
  textOrNull,
  word,
} from '../tasks/schemas.js';
import { pageAfter, pageByName, pageMembers } from '../tasks/pages.js';

const namesOrNull = { ...listOf(text), type: ['array', 'null'] };

const apiKey = named(
  'ApiKey',
  objectOf({
    name: text,
    login: text,
    scope: textOrNull,
    services: namesOrNull,
    operations: namesOrNull,
    addresses: namesOrNull,
    createdAt: moment,
    createdBy: textOrNull,
    expiresAt: momentOrNull,
    revokedAt: momentOrNull,
    lastUsedAt: momentOrNull,
  }),
);

export const listApiKeys = defineAction({
  summary: 'Lists API keys by name, without their secrets.',
  input: inputObject(
    {},
    {
      ...pageAfter,
      login: { ...word, description: 'only keys of this agent' },
      text: { ...word, description: 'part of the name, the login or what the key is bound to, in any case' },
      isOpen: { type: 'boolean', description: 'only keys that work, or only those that were revoked or have ended' },
    },
  ),
  answer: objectOf({ ...pageMembers(apiKey, text), total: integer }),
  async run({ login, text: part, isOpen, ...page }, { system }) {
    const found = (await system.accounts.apiKeys.list()).filter(
      (key) =>
        (login === undefined || key.login === login) &&
        (part === undefined || textOf(key).includes(part.toLowerCase())) &&
        (isOpen === undefined || isOpen === works(key, system.now())),
    );
    return { ...pageByName(found, page), total: found.length };
  },
});

function textOf({ name, login, services, operations, addresses }: ApiKeyInfo): string {
  return [name, login, services, operations, addresses].flat().join('\n').toLowerCase();
}

function works({ revokedAt, expiresAt }: ApiKeyInfo, now: Date): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}
