import { DebugLog, RecordedRequests, type RequestType } from '@ticketgate/database';
import { compilePatterns, offMainThread } from '@ticketgate/definition';
import { FATES, previewMapping } from '@ticketgate/gateway';
import { inSteps, parseObject } from '@ticketgate/sdk';
import {
  anyObject,
  flagOrFalse,
  anything,
  inputObject,
  integer,
  listOf,
  named,
  objectOf,
  oneOf,
  optional,
  text,
  textOrNull,
} from '@ticketgate/sdk/schema';

import { loadRequest, RequestUnknown } from '../debug-log/list-requests.js';
import { contentAt } from '../debug-log/recorded-traffic.js';
import { requireParsed } from '../services/definition-text.js';
import { getService } from '../services/find-service.js';
import { DefinitionInvalid, ServiceUnknown } from '../services/service-errors.js';
import { describeOperations } from '../services/service-operations.js';
import { definitionSchema, mappedEntry, sideSchema } from '../services/service-schemas.js';
import { message, momentOrNull, word } from '../tasks/schemas.js';
import { InputInvalid } from '../tasks/task-errors.js';
import { type TaskSystem, task } from '../tasks/task.js';

/** Debug-log subjects of the data before each mapping. */
const SUBJECTS = { inbound: 'Incoming data before mapping', outbound: 'Outgoing data before mapping' } as const;
/** Requests that are searched for one that was recorded whole. */
const MOST = 20;

type Side = keyof typeof SUBJECTS;

export const getMappingSample = task({
  at: 'GET /mapping/sample',
  needs: 'look',
  summary:
    'Finds sample data for the mapping of an operation or an invoker: of the request that is named, of the last one that was recorded, or of an example. Secrets are masked.',
  input: {
    ...inputObject(
      { service: word('Name of the web service.'), side: sideSchema },
      {
        ...mappedEntry,
        request: word('its number or the id of its communication'),
        example: flagOrFalse('true: an example, also where a request was recorded'),
      },
    ),
    oneOf: [{ required: ['operation'] }, { required: ['invoker'] }],
  },
  answer: objectOf({
    source: oneOf(['request', 'example', 'nothing'], 'Where the data is from.'),
    communicationID: textOrNull('The id of the request; null for an example.'),
    created: momentOrNull('When the request came; null for an example.'),
    data: anyObject('What the mapping would get.'),
  }),
  errors: [ServiceUnknown, RequestUnknown],
  async run({ service, operation, invoker, side: wanted, request, example }, { system, author }) {
    if (request !== undefined) return readSample(await loadRequest({ system, author }, request), wanted) ?? NOTHING;
    const type = operation === undefined ? 'Requester' : 'Provider';
    const place = { service, entry: operation ?? invoker ?? '', type } as const;
    const recorded = example ? undefined : await lastSample(system, place, wanted);
    return recorded ?? (await makeSample(system, place, wanted)) ?? NOTHING;
  },
});

const NOTHING = { source: 'nothing', communicationID: null, created: null, data: {} } as const;

type Recorded = Pick<Awaited<ReturnType<typeof loadRequest>>, 'communicationID' | 'created' | 'contents'>;

function readSample({ communicationID, created, contents }: Recorded, wanted: Side) {
  const data = parseObject(contentAt({ contents }, SUBJECTS[wanted]) ?? '');
  return data && ({ source: 'request', communicationID, created, data } as const);
}

interface Place {
  readonly service: string;
  /** Name of an operation or an invoker. */
  readonly entry: string;
  readonly type: RequestType;
}

async function lastSample(system: TaskSystem, { service, entry, type }: Place, wanted: Side) {
  const { id: serviceID } = await getService(system, service);
  const page = { limit: MOST, order: 'newest' } as const;
  const database = system.reader();
  const found = await new RecordedRequests(database).list({ serviceIDs: [serviceID], type, operation: entry }, page);
  const log = new DebugLog(database);
  for (const { communicationID, created, isTruncated } of found) {
    if (isTruncated) continue;
    const sample = readSample({ communicationID, created, contents: await log.contents(communicationID) }, wanted);
    if (sample !== undefined) return sample;
  }
  return undefined;
}

async function makeSample(system: TaskSystem, { service, entry }: Place, wanted: Side) {
  const { config } = await getService(system, service);
  const found = (await describeOperations(system, service, config)).find(({ name }) => name === entry);
  const own = system.operations.get(found?.type ?? '')?.operation.examples ?? [];
  // With a mapping, clients send other data than the example of the operation, which is still better than none.
  const inputs = [...(found?.examples ?? []), ...own].map(({ input }) => input);
  const data = wanted === 'inbound' ? inputs[0] : own.find(({ output }) => output !== undefined)?.output;
  return data && ({ ...NOTHING, source: 'example', data } as const);
}

/** Keys below the Config of the mapping. */
const rule = { type: ['array', 'null'], items: text() } as const;

const member = named('MappedMember', {
  from: textOrNull('Its name before; null where the mapping has made it.'),
  to: textOrNull('Its name after the mapping; null where it was dropped.'),
  fate: oneOf(FATES, 'What became of it.'),
  keyRule: {
    ...rule,
    description: 'The rule for its name, as keys below the Config of the mapping; null where there is none.',
  },
  valueRule: { ...rule, description: 'The rule for its value; null where there is none.' },
});

const place = objectOf({ line: integer('From 1.'), column: integer('From 1.') });

const pattern = objectOf({
  rule: listOf(text(), 'Keys on the way to the pattern.'),
  problem: text('Why it does not compile.'),
});

export const previewDefinitionMapping = task({
  at: 'POST /mapping/preview',
  needs: 'nothing',
  summary:
    'Shows what a mapping of an operation or an invoker does to data, and which rule did what to each member. Nothing is called.',
  input: {
    ...inputObject(
      { definition: definitionSchema, side: sideSchema, data: anyObject('What the mapping gets.') },
      mappedEntry,
    ),
    oneOf: [{ required: ['operation'] }, { required: ['invoker'] }],
  },
  answer: objectOf({
    result: anything('What the mapping makes of the data.'),
    notices: listOf(text(), 'What the mapping did that may surprise.'),
    noticeMessages: listOf(message, 'The sentences in `notices`, for other languages.'),
    error: textOrNull('Why it failed; null where it did not.'),
    errorMessage: optional({ ...message, description: 'The same, for other languages; absent for other errors.' }),
    place: { ...optional(place), description: 'Where the template has the error; absent for other errors.' },
    patterns: listOf(pattern, 'Regular expressions that do not compile.'),
    members: listOf(member, 'What became of each member; none unless data and result are objects.'),
  }),
  errors: [DefinitionInvalid],
  async run({ definition, operation, invoker, side, data }, { system }) {
    await requireParsed(system, definition);
    const { webService } = await offMainThread('load', definition);
    const found =
      invoker === undefined
        ? webService?.operations.get(operation ?? '')
        : webService?.requester?.invokers.get(invoker);
    if (found !== undefined) {
      await inSteps(compilePatterns([found[side]]));
      const { notices, ...preview } = await previewMapping(found[side], data);
      return { ...preview, notices: notices.map((each) => each.message), noticeMessages: notices };
    }
    const entry = invoker === undefined ? `operation "${operation ?? ''}"` : `invoker "${invoker}"`;
    const reason = `The definition has no ${entry} that can be read. POST check says what is wrong with it.`;
    throw new InputInvalid({ reason });
  },
});
