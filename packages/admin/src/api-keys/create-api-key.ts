import { AgentUnknown, ApiKeyAddressWrong, ApiKeyNameTaken } from '@ticketgate/accounts';
import { createError, isAdministrator } from '@ticketgate/sdk';

import { changeAudited } from '../audit/audited-change.js';
import { isName } from '../services/service-errors.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, momentIn, readMoment, named, objectOf, text, word } from '../tasks/schemas.js';
import { commentSchema } from '../services/service-schemas.js';
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

export const bound = { type: 'array', maxItems: 200, items: word } as const;

/** A key with its secret, which is answered this one time. */
export const secretKey = named('NewApiKey', objectOf({ name: text, key: text }));

export const createApiKey = defineAction({
  summary:
    'Creates a key. The answer has its secret, which is shown only once. Without bounds the key may do everything its agent may do.',
  input: inputObject(
    { name: word, agent: { ...word, description: 'login of the agent that it acts for' } },
    {
      scope: { const: 'admin', description: 'for the administration, and for no web service' },
      services: bound,
      operations: bound,
      addresses: bound,
      expiresAt: momentIn,
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
});
