import { AgentUnknown, CustomerUnknown } from '@ticketgate/accounts';
import { recordChange } from '@ticketgate/database';
import { createError, type Caller } from '@ticketgate/sdk';

import type { Author } from '../admin-system.js';
import type { ActionSystem } from '../tasks/action.js';

export const SessionNeeded = createError(
  'Admin.SessionNeeded',
  () => 'An API key acts for nobody but its agent. Log in with POST session to send a request as somebody else.',
  'AccessDenied',
);

export interface Acting {
  readonly type: 'agent' | 'customer';
  readonly login: string;
}

/** @throws OperationError `Accounts.AgentUnknown`, `Accounts.CustomerUnknown` */
export async function findCaller({ type, login }: Acting, { accounts, settings }: ActionSystem): Promise<Caller> {
  if (type === 'agent') {
    const agent = (await accounts.directory()).agentByLogin(login);
    if (agent?.isValid !== true) throw new AgentUnknown({ login });
    return { type: 'User', userID: agent.id, login: agent.login };
  }
  const customer = await accounts.customers.findByLogin(login);
  if (customer?.isValid !== true) throw new CustomerUnknown({ login });
  return { type: 'Customer', userID: settings.number('CustomerPanelUserID'), login: customer.login };
}

export interface ActingRequest {
  readonly as: Acting;
  readonly what: 'tried' | 'replayed' | 'sent again';
  /** Method and path. */
  readonly line: string;
}

/** Recorded before the request is sent, so that the audit log has it whatever happens. */
export async function recordActing(
  { as: { type, login }, what, line }: ActingRequest,
  { system, author: { login: author, source, sessionID } }: { readonly system: ActionSystem; readonly author: Author },
): Promise<void> {
  if (sessionID === undefined) throw new SessionNeeded();
  const [request = ''] = line.split('?');
  const entry = { author, source, action: `request ${what} as ${type}`, subject: login, after: { request } };
  await recordChange(system.database, entry);
}
