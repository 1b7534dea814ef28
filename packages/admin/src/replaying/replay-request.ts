import { inputObject, listOf, objectOf, oneOf, text, type Unchanged, type ValueOf } from '@ticketgate/sdk/schema';

import { loadRequest, RequestUnknown } from '../debug-log/list-requests.js';
import type { RecordedExchange } from '../debug-log/recorded-traffic.js';
import { readServiceRecord, RECORD_ERRORS } from '../services/service-record.js';
import { definitionSchema, versionNumber } from '../services/service-schemas.js';
import { word } from '../tasks/schemas.js';
import { task } from '../tasks/task.js';
import { ACTING_ERRORS, CallerUnknown, recordedCaller, toCaller } from './find-caller.js';
import { playRequest, type PlayedRequest } from './play-requests.js';

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
