import type { AccountsService, NewApiKey } from '@ticketgate/accounts';
import { createError } from '@ticketgate/sdk';

import type { AdminSystem, Author } from '../admin-system.js';
import { changeRecorded } from '../change-recorded.js';
import { isName } from '../services/service-name.js';
import { checkKeyBounds } from './check-key-bounds.js';

export const KeyNameInvalid = createError<{ name: string }>(
  'Admin.KeyNameInvalid',
  ({ name }) => `"${name}" cannot be the name of a key. Name its purpose, for example "monitoring".`,
  'Invalid',
);

export interface KeySystem extends Pick<AdminSystem, 'services' | 'operations'> {
  readonly accounts: AccountsService;
}

export interface WantedKey extends Omit<NewApiKey, 'agentID'> {
  /** Login of the agent that it acts for. */
  readonly agent: string;
}

/**
 * Makes a key, which is returned: the only time that it can be seen.
 *
 * @throws OperationError `Admin.KeyNameInvalid`, `Admin.KeyBoundsWrong`, `Accounts.AgentUnknown`, `Accounts.ApiKeyNameTaken`,
 *   `Accounts.ApiKeyAddressWrong`
 */
export async function createKey(
  system: KeySystem,
  { agent, ...key }: WantedKey,
  { author, comment }: { readonly author: Author; readonly comment?: string | undefined },
): Promise<string> {
  const { name, scope, services, operations, addresses, expiresAt } = key;
  if (!isName(name)) throw new KeyNameInvalid({ name });
  const agentID = await system.accounts.agents.idOf(agent);
  await checkKeyBounds(system, { services: services ?? [], operations: operations ?? [] });
  return changeRecorded(system.accounts, author, {
    action: 'API key created',
    subject: name,
    comment,
    after: { agent, scope, services, operations, addresses, expires: expiresAt },
    change: ({ apiKeys }) => apiKeys.create({ ...key, agentID }),
  });
}
