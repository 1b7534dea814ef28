import { AgentInvalid, AgentUnknown, CustomerInvalid, CustomerUnknown } from '@ticketgate/accounts';
import { recordChange } from '@ticketgate/database';
import { type Caller, createError } from '@ticketgate/sdk';

import { type Author, showLogin } from '../admin-system.js';
import type { loadRequest } from '../debug-log/list-requests.js';
import type { TaskContext, TaskSystem } from '../tasks/task.js';

export const SessionNeeded = createError(
  'Admin.SessionNeeded',
  () => 'An API key acts for nobody but its agent. Log in with POST session to send a request as somebody else.',
  'AccessDenied',
);

/** Errors of sending a request as somebody else. */
export const ACTING_ERRORS = [SessionNeeded, AgentUnknown, AgentInvalid, CustomerUnknown, CustomerInvalid];

interface Acting {
  readonly type: 'agent' | 'customer';
  readonly login: string;
}

/** @throws OperationError `Accounts.AgentUnknown`, `AgentInvalid`, `CustomerUnknown`, `CustomerInvalid` */
export async function findCaller({ type, login }: Acting, { accounts, settings }: TaskSystem): Promise<Caller> {
  if (type === 'agent') {
    const agent = (await accounts.directory()).agentByLogin(login);
    if (agent === undefined) throw new AgentUnknown({ login });
    if (!agent.isValid) throw new AgentInvalid({ login });
    return { type: 'User', userID: agent.id, login: agent.login };
  }
  const customer = await accounts.customers.findByLogin(login);
  if (customer === undefined) throw new CustomerUnknown({ login });
  if (!customer.isValid) throw new CustomerInvalid({ login });
  return { type: 'Customer', userID: settings.number('CustomerPanelUserID'), login: customer.login };
}

interface ActingRequest {
  readonly as: Acting;
  readonly what: 'tried' | 'replayed' | 'sent again';
  /** Method and path. */
  readonly line: string;
}

/** Recorded before the request is sent, so that the audit log has it whatever happens. */
export async function recordActing(
  { as: { type, login }, what, line }: ActingRequest,
  { system, author: { login: author, source, sessionID } }: { readonly system: TaskSystem; readonly author: Author },
): Promise<void> {
  if (sessionID === undefined) throw new SessionNeeded();
  const [request = ''] = line.split('?');
  const entry = { author, source, action: `request ${what} as ${type}`, subject: login, after: { request } };
  await recordChange(system.database, entry);
}

export const CallerUnknown = createError(
  'Admin.CallerUnknown',
  () => 'Nobody is recorded as the caller of this request. Replay it as yourself.',
  'Invalid',
);

/** @throws OperationError `Admin.CallerUnknown`, `Accounts.CustomerUnknown` */
export async function recordedCaller(
  { caller: login, method, path }: Awaited<ReturnType<typeof loadRequest>>,
  what: ActingRequest['what'],
  { system, author }: TaskContext,
): Promise<Caller> {
  if (login === null) throw new CallerUnknown();
  const as = await findRecordedCaller(login, system);
  await recordActing({ as, what, line: `${method} ${path ?? ''}` }, { system, author });
  return findCaller(as, system);
}

export async function findRecordedCaller(login: string, system: TaskSystem): Promise<Acting> {
  const isAgent = (await system.directory()).agentByLogin(login) !== undefined;
  return { type: isAgent ? 'agent' : 'customer', login };
}

/** The author as a caller: a user of this machine is the agent that stands for the system. */
export async function toCaller({ userID }: Author, system: TaskSystem): Promise<Caller> {
  return { type: 'User', userID, login: showLogin(await system.directory(), userID) };
}
