import { RecordedRequests } from '@ticketgate/database';
import type { ServiceRecord } from '@ticketgate/gateway';
import { flagOrFalse, inputObject, listOf, named, objectOf, oneOf, text, textOrNull } from '@ticketgate/sdk/schema';

import { weekAgo } from '../admin-system.js';
import { RequestPlayer, skipped, type PlayOptions } from './play-requests.js';
import { getService } from '../services/find-service.js';
import { ServiceUnknown, DefinitionInvalid, SecretMissing } from '../services/service-errors.js';
import { message, word } from '../tasks/schemas.js';
import { task, type TaskSystem } from '../tasks/task.js';
import { definitionSchema } from '../services/service-schemas.js';
import { compileRecord, readServiceRecord } from '../services/service-record.js';
import { findCaller, findRecordedCaller, SessionNeeded } from './find-caller.js';
import { ignoredSchema } from './replay-request.js';
import { findRequest } from '../debug-log/list-requests.js';

/** Requests that are played at most. */
const MOST = 200;
/** Milliseconds after which the remaining requests wait for the next call. */
const PATIENCE = 3_000;

const played = named('PlayedRequest', {
  communicationID: text('The id under which the request was recorded.'),
  operation: textOrNull('Name of the operation in the definition.'),
  kind: oneOf(['same', 'different', 'skipped'], 'Whether the answers are the same.'),
  findings: listOf(text(), 'What differs, or why it was not compared.'),
  findingMessages: listOf(message, 'The sentences in `findings`, for other languages.'),
});

export const replayRequests = task({
  at: 'POST /services/:name/replay',
  needs: 'publish',
  summary:
    'Plays recorded requests of the last 7 days against a definition before it is published: each is sent as its client did to the published version and to the definition, as its sender, undone, and the answers are compared. It answers after some seconds with the requests that are left, for the next call.',
  input: inputObject(
    { name: text('Name of the web service.'), definition: definitionSchema },
    {
      requests: {
        type: 'array',
        maxItems: MOST,
        items: word(),
        description: 'their ids, such as those that were left; default: the newest 200, spread over the operations',
      },
      writes: flagOrFalse('also requests that write; what they do is undone'),
      ignore: ignoredSchema,
    },
  ),
  answer: objectOf({
    requests: listOf(played, 'The requests that were compared.'),
    left: listOf(text(), 'Ids for the next call: there was no time for them.'),
  }),
  errors: [ServiceUnknown, DefinitionInvalid, SecretMissing, SessionNeeded],
  audit: ({ name }) => ({ action: 'requests replayed', subject: name }),
  async run({ name, definition, requests, writes, ignore }, { system, author, record }) {
    const published = await getService(system, name);
    const draft = await readServiceRecord(system, name, { definition });
    const ids = requests ?? (await chooseRequests(system, published));
    if (author.sessionID === undefined) throw new SessionNeeded();
    // Before they are sent, since they are sent as others.
    await record({ after: { requests: ids.length } });
    const chooseCaller: PlayOptions['chooseCaller'] = async ({ caller }) =>
      caller === null ? undefined : findCaller(await findRecordedCaller(caller, system), system);
    const how = { chooseCaller, asClients: true, onlyReads: !writes, ignored: new Set(ignore) };
    return playSome(ids, system, { record: draft, beside: published, ...how });
  },
});

/** Plays at least one of them. */
async function playSome(ids: readonly string[], system: TaskSystem, options: PlayOptions) {
  const end = Date.now() + PATIENCE;
  const player = new RequestPlayer(system, options);
  const results = [];
  try {
    for (const id of ids) {
      if (results.length > 0 && Date.now() > end) break;
      const found = await findRequest(system, id);
      if (found?.serviceID !== options.record.id)
        results.push({ communicationID: id, operation: null, ...skipped('Its record is gone.') });
      else {
        const { communicationID, operation } = found;
        results.push({ communicationID, operation, ...(await player.play(found)) });
      }
    }
  } finally {
    await player.close();
  }
  return { requests: results, left: ids.slice(results.length) };
}

/** The newest of each operation, so that none is missed, and then the newest of all. */
async function chooseRequests(system: TaskSystem, service: ServiceRecord): Promise<readonly string[]> {
  const log = new RecordedRequests(system.reader());
  const compiled = await compileRecord(service, system);
  const operations = [...(compiled?.webService.operations.keys() ?? [])];
  const filter = { serviceIDs: [service.id], type: 'Provider', from: weekAgo(system) } as const;
  const share = Math.ceil(MOST / 2 / Math.max(operations.length, 1));
  const chosen = new Set<string>();
  const choose = async (operation: string | undefined, limit: number) => {
    const found = await log.list({ ...filter, operation }, { limit });
    for (const { communicationID, operation: called } of found)
      if (called !== null && chosen.size < MOST) chosen.add(communicationID);
  };
  for (const operation of operations.slice(0, MOST)) await choose(operation, share);
  await choose(undefined, MOST);
  return [...chosen];
}
