import type { AccountsService, NewApiKey } from '@ticketgate/accounts';
import { createError, isAdministrator } from '@ticketgate/sdk';

import type { AdminSystem, Author } from '../admin-system.js';
import { changeRecorded } from '../change-recorded.js';
import { isName } from '../services/service-name.js';
import { checkKeyBounds } from './check-key-bounds.js';

export const KeyNameInvalid = createError<{ name: string }>(
  'Admin.KeyNameInvalid',
  ({ name }) => `"${name}" cannot be the name of a key. Name its purpose, for example "monitoring".`,
  'Invalid',
);

export const KeyExpiryOver = createError<{ expiresAt: Date }>(
  'Admin.KeyExpiryOver',
  ({ expiresAt }) => `The key would expire at ${expiresAt.toISOString()}, which is over. Give a date in the future.`,
  'Invalid',
);

export const KeyOfNoAdministrator = createError<{ agent: string }>(
  'Admin.KeyOfNoAdministrator',
  ({ agent }) =>
    `"${agent}" is no administrator, so a key of scope admin would open nothing. Give "${agent}" rw in the group admin first, or name another agent.`,
  'Invalid',
);

export interface KeySystem extends Pick<AdminSystem, 'services' | 'operations'> {
  readonly accounts: AccountsService;
  now(): Date;
}

export interface WantedKey extends Omit<NewApiKey, 'agentID'> {
  /** Login of the agent that it acts for. */
  readonly agent: string;
}

/**
 * Makes a key, which is returned: the only time that it can be seen.
 *
 * @throws OperationError `Admin.KeyNameInvalid`, `Admin.KeyExpiryOver`, `Admin.KeyOfNoAdministrator`, `Admin.KeyBoundsWrong`, `Accounts.AgentUnknown`,
 *   `Accounts.ApiKeyNameTaken`, `Accounts.ApiKeyAddressWrong`
 */
export async function createKey(
  system: KeySystem,
  { agent, ...key }: WantedKey,
  { author, comment }: { readonly author: Author; readonly comment?: string | undefined },
): Promise<string> {
  const { name, scope, services, operations, addresses, expiresAt } = key;
  if (!isName(name)) throw new KeyNameInvalid({ name });
  if (expiresAt !== undefined && expiresAt <= system.now()) throw new KeyExpiryOver({ expiresAt });
  const agentID = await system.accounts.agents.idOf(agent);
  const isOpen = scope !== 'admin' || isAdministrator(await system.accounts.directory(), agentID);
  if (!isOpen) throw new KeyOfNoAdministrator({ agent });
  await checkKeyBounds(system, { services: services ?? [], operations: operations ?? [] });
  return changeRecorded(system.accounts, author, {
    action: 'API key created',
    subject: name,
    comment,
    after: { agent, scope, services, operations, addresses, expires: expiresAt },
    change: ({ apiKeys }) => apiKeys.create({ ...key, agentID }),
  });
}
