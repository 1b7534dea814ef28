import { defineAction } from '../action.js';
import { inputObject } from '../schemas/input-object.js';
import { pageAfter, pageByName, pageOf } from '../schemas/pages.js';
import { listOf, moment, momentOrNull, named, objectOf, text, textOrNull } from '../schemas/schemas.js';

const namesOrNull = { ...listOf(text), type: ['array', 'null'] };

export const listApiKeys = defineAction({
  summary: 'API keys by name, without their secrets.',
  input: inputObject({}, pageAfter),
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
        createdAt: moment,
        createdBy: textOrNull,
        expiresAt: momentOrNull,
        revokedAt: momentOrNull,
        lastUsedAt: momentOrNull,
      }),
    ),
    text,
  ),
  run: async (page, { system }) => pageByName(await system.accounts.apiKeys.list(), page),
});
