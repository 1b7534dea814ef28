import { ApiKeyAddressWrong, ApiKeyRevoked, ApiKeyUnknown, type KeyChange } from '@ticketgate/accounts';

import { changeAudited } from '../audit/audited-change.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, momentIn, readMoment, word } from '../tasks/schemas.js';
import { commentSchema } from '../services/service-schemas.js';
import { checkKeyBounds, KeyBoundsWrong } from './key-bounds.js';
import { bound, KeyExpiryOver, secretKey } from './create-api-key.js';

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

const orNull = { ...bound, type: ['array', 'null'] } as const;

export const changeApiKey = defineAction({
  summary:
    'Changes the bounds of a key and when it ends; null takes a bound or the end away, and what is not given stays.',
  input: inputObject(
    { name: word },
    {
      services: orNull,
      operations: { ...orNull, description: 'types that it may call; null for all' },
      addresses: orNull,
      expiresAt: { ...momentIn, type: ['string', 'null'] },
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
});

function boundsOf({ services, operations, addresses, expiresAt }: KeyChange): KeyChange {
  return { services, operations, addresses, expiresAt };
}
