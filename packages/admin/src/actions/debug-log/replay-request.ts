import type { ServiceRecord } from '@ticketgate/gateway';
import type { Caller } from '@ticketgate/sdk';

import { withReplayer } from '../../debug-log/replay-requests.js';
import { ServiceUnknown, VersionUnknown } from '../../services/service-errors.js';
import { DefinitionInvalid, RequestUnknown, SecretMissing } from '../../api/api-errors.js';
import { defineAction, type ActionSystem } from '../action.js';
import { inputObject, listOf, objectOf, oneOf, text, word } from '../schemas/schemas.js';
import { definitionSchema, versionNumber } from '../schemas/service-schemas.js';
import { readRequest } from './get-request.js';
import type { Author } from '../../admin-system.js';
import { restoreDefinitionSecrets } from '../../services/restore-secrets.js';
import { getService, getVersion } from '../../services/find-service.js';

export const replayRequest = defineAction({
  summary:
    'Replays a recorded request as you, with the current version, another version or a text, rolls back what it did, and compares the answers.',
  input: inputObject(
    { id: word },
    {
      version: versionNumber,
      definition: definitionSchema,
      ignore: { type: 'array', maxItems: 100, items: word, default: [], description: 'members that may differ' },
    },
  ),
  answer: objectOf({
    communicationID: text,
    operation: text,
    kind: oneOf('same', 'different', 'refused'),
    findings: listOf(text),
  }),
  errors: [RequestUnknown, ServiceUnknown, VersionUnknown, SecretMissing, DefinitionInvalid],
  async run({ id, ignore, ...wanted }, { system, author }) {
    const found = await readRequest(system, id);
    const record = await readServiceRecord(system, found.service, wanted);
    const how = { record, caller: callerOf(author), ignored: new Set(ignore) };
    return withReplayer(system, how, (replayer) => replayer.replay(found));
  },
});

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
