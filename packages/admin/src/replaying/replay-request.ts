import type { ServiceRecord } from '@ticketgate/gateway';
import { AgentUnknown, CustomerUnknown } from '@ticketgate/accounts';
import { createError, type Caller } from '@ticketgate/sdk';

import { withReplayer } from './replayer.js';
import { ServiceUnknown, VersionUnknown } from '../services/service-errors.js';
import { DefinitionInvalid, RequestUnknown, SecretMissing } from '../api/api-errors.js';
import { defineAction, type ActionContext, type ActionSystem } from '../tasks/action.js';
import { inputObject, listOf, objectOf, oneOf, text, word } from '../tasks/schemas.js';
import { definitionSchema, versionNumber } from '../services/service-schemas.js';
import { findCaller, recordActing, SessionNeeded, type Acting, type ActingRequest } from './acting.js';
import { readRequest } from '../debug-log/get-request.js';
import type { Author } from '../admin-system.js';
import { restoreDefinitionSecrets } from '../services/restore-secrets.js';
import { getService, getVersion } from '../services/find-service.js';

export const CallerUnknown = createError(
  'Admin.CallerUnknown',
  () => 'Nobody is recorded as the caller of this request. Replay it as yourself.',
  'Invalid',
);

export const ignoredSchema = {
  type: 'array',
  maxItems: 100,
  items: word,
  default: [],
  description: 'members that may differ',
} as const;

export const replayRequest = defineAction({
  summary:
    'Replays a recorded request as you or, from a session, as whoever sent it, with the current version, another version or a text, rolls back what it did, and compares the answers.',
  input: inputObject(
    { id: word },
    {
      as: { enum: ['you', 'recorded'], default: 'you', description: 'who sends it' },
      version: versionNumber,
      definition: definitionSchema,
      ignore: ignoredSchema,
    },
  ),
  answer: objectOf({
    communicationID: text,
    operation: text,
    kind: oneOf('same', 'different', 'refused'),
    findings: listOf(text),
  }),
  errors: [
    RequestUnknown,
    ServiceUnknown,
    VersionUnknown,
    SecretMissing,
    DefinitionInvalid,
    SessionNeeded,
    AgentUnknown,
    CustomerUnknown,
    CallerUnknown,
  ],
  async run({ id, as, ignore, ...wanted }, { system, author }) {
    const found = await readRequest(system, id);
    const record = await readServiceRecord(system, found.service, wanted);
    const how = {
      record,
      caller: as === 'you' ? callerOf(author) : await recordedCaller(found, 'replayed', { system, author }),
      ignored: new Set(ignore),
    };
    return withReplayer(system, how, (replayer) => replayer.replay(found));
  },
});

/** @throws OperationError `Admin.CallerUnknown`, `Accounts.CustomerUnknown` */
export async function recordedCaller(
  { caller: login, method, path }: Awaited<ReturnType<typeof readRequest>>,
  what: ActingRequest['what'],
  { system, author }: ActionContext,
): Promise<Caller> {
  if (login === null) throw new CallerUnknown();
  const as = await recordedCallerOf(login, system);
  await recordActing({ as, what, line: `${method} ${path ?? ''}` }, { system, author });
  return findCaller(as, system);
}

export async function recordedCallerOf(login: string, system: ActionSystem): Promise<Acting> {
  const isAgent = (await system.directory()).agentByLogin(login) !== undefined;
  return { type: isAgent ? 'agent' : 'customer', login };
}

interface WantedRecord {
  readonly version?: number | undefined;
  readonly definition?: string | undefined;
}

/** A web service as it is, or with another definition. */
export async function readServiceRecord(
  system: ActionSystem,
  name: string,
  { version, definition }: WantedRecord,
): Promise<ServiceRecord> {
  const service = await getService(system, name);
  if (definition !== undefined) return { ...service, config: await restoreDefinitionSecrets(system, name, definition) };
  return version === undefined ? service : { ...service, config: (await getVersion(system, name, version)).config };
}

export function callerOf({ login, userID }: Author): Caller {
  return { type: 'User', userID, login };
}
