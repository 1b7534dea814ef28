import { ApiKeyRevoked, ApiKeyUnknown } from '@ticketgate/accounts';

import { changeAudited } from '../../audited-change.js';
import { defineAction } from '../action.js';
import { inputObject, word } from '../schemas/schemas.js';
import { commentSchema } from '../schemas/service-schemas.js';
import { secretKey } from './create-api-key.js';

const input = inputObject({ name: word }, { comment: commentSchema });

export const rotateApiKey = defineAction({
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
});

export const revokeApiKey = defineAction({
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
});
