import { AgentInvalid, AgentUnknown, CustomerInvalid, CustomerUnknown } from '@ticketgate/accounts';
import { recordChange } from '@ticketgate/database';
import type { ServiceRecord } from '@ticketgate/gateway';
import { type Caller, createError } from '@ticketgate/sdk';
import { inputObject, listOf, objectOf, oneOf, text, type Unchanged, type ValueOf } from '@ticketgate/sdk/schema';

import { type Author, showLogin } from '../admin-system.js';
import { loadRequest, RequestUnknown } from '../debug-log/list-requests.js';
import type { RecordedExchange } from '../debug-log/recorded-traffic.js';
import { restoreDefinitionSecrets } from '../services/definition-text.js';
import { getService, getVersion } from '../services/find-service.js';
import { ServiceUnknown, VersionUnknown, DefinitionInvalid, SecretMissing } from '../services/service-errors.js';
import { definitionSchema, versionNumber } from '../services/service-schemas.js';
import { word } from '../tasks/schemas.js';
import { type LooseInput, type TaskContext, type TaskSystem, task } from '../tasks/task.js';
import { playRequest, type PlayedRequest } from './play-requests.js';

export const SessionNeeded = createError(
  'Admin.SessionNeeded',
  () => 'An API key acts for nobody but its agent. Log in with POST session to send a request as somebody else.',
  'AccessDenied',
);

/** Errors of sending a request as somebody else. */
export const ACTING_ERRORS = [SessionNeeded, AgentUnknown, AgentInvalid, CustomerUnknown, CustomerInvalid];

export interface Acting {
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

export interface ActingRequest {
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

/** Errors of reading a web service with another version or another text. */
export const RECORD_ERRORS = [ServiceUnknown, VersionUnknown, SecretMissing, DefinitionInvalid];

export const ignoredSchema = {
  type: 'array',
  maxItems: 100,
  items: word(),
  default: [],
  description: 'members that may differ',
} as const;

const replayed = objectOf({
  communicationID: text('The id under which the request was recorded.'),
  operation: text('Name of the operation in the definition.'),
  kind: oneOf(['same', 'different', 'refused'], 'Whether the answers are the same.'),
  findings: listOf(text(), 'How the answers differ, or why the request was refused.'),
});

export const replayRequest = task({
  at: 'POST /debug-log/:id/replay',
  summary:
    'Replays a recorded request as you or, from a session, as its sender, with the current version, another version or a text, rolls back what it did, and compares the answers.',
  input: inputObject(
    { id: word('Its number, or the id of its communication.') },
    {
      as: { enum: ['you', 'recorded'], default: 'you', description: 'who sends it' },
      version: versionNumber('Number of the version.'),
      definition: definitionSchema,
      ignore: ignoredSchema,
    },
  ),
  answer: replayed,
  errors: [RequestUnknown, ...RECORD_ERRORS, ...ACTING_ERRORS, CallerUnknown],
  async run({ id, as, ignore, ...wanted }, { system, author }) {
    const found = await loadRequest({ system, author }, id);
    const record = await readServiceRecord(system, found.service, wanted);
    const caller =
      as === 'you' ? await toCaller(author, system) : await recordedCaller(found, 'replayed', { system, author });
    const options = { record, chooseCaller: () => Promise.resolve(caller), ignored: new Set(ignore) };
    return describeReplayed(found, await playRequest(system, options, found));
  },
});

type Replayed = Unchanged<ValueOf<typeof replayed>>;

export function describeReplayed(
  { communicationID, operation }: Pick<RecordedExchange, 'communicationID' | 'operation'>,
  { kind, findings }: PlayedRequest,
): Replayed {
  return { communicationID, operation: operation ?? '', kind: kind === 'skipped' ? 'refused' : kind, findings };
}

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

/** A web service as it is, or with another definition. */
export async function readServiceRecord(
  system: TaskSystem,
  name: string,
  { version, definition }: LooseInput<{ version: number; definition: string }>,
): Promise<ServiceRecord> {
  const service = await getService(system, name);
  if (definition !== undefined) return { ...service, config: await restoreDefinitionSecrets(system, name, definition) };
  return version === undefined ? service : { ...service, config: (await getVersion(system, name, version)).config };
}

/** The author as a caller: a user of this machine is the agent that stands for the system. */
export async function toCaller({ userID }: Author, system: TaskSystem): Promise<Caller> {
  return { type: 'User', userID, login: showLogin(await system.directory(), userID) };
}
