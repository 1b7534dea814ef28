import { DebugLog, type RecordedRequest, RecordedRequests, REQUEST_TYPES, SHORTEST_TEXT } from '@ticketgate/database';
import { DEBUG_LEVELS } from '@ticketgate/definition';
import { ConfigurationError } from '@ticketgate/runtime';
import { createError, isExpectedError, readSystemTime } from '@ticketgate/sdk';
import {
  flag,
  inputObject,
  optionalMembers,
  integer,
  listOf,
  named,
  number,
  objectOf,
  oneOf,
  text,
  textOrNull,
  orNull,
  integerOrNull,
  type ValueOf,
} from '@ticketgate/sdk/schema';

import { findServiceIDs } from '../services/find-service.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { mayDo } from '../tasks/scope.js';
import { type TaskContext, type TaskSystem, task } from '../tasks/task.js';
import { limitSchema, toPage } from '../tasks/pages.js';
import { count, message, moment, momentIn, readMoment, rowID, word, DAY } from '../tasks/schemas.js';
import { seeFailure, failureSchema } from './request-failure.js';
import { readClientRequest, type RecordedParts, writeRecordedCurl } from './sent-request.js';

export const RequestUnknown = createError<{ id: string }>(
  'Admin.RequestUnknown',
  ({ id }) =>
    `Nothing has been recorded about "${id}". The DebugThreshold of a web service controls what is recorded. The list of requests shows all of it.`,
  'NotFound',
);

const CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;

export const requestFilter = {
  service: word('Name of the web service.'),
  type: {
    enum: REQUEST_TYPES,
    description: '`Provider`: only requests to web services; `Requester`: only those of their invokers',
  },
  operation: word('its name in the definition, or that of the invoker'),
  level: { enum: DEBUG_LEVELS, description: 'How serious it is.' },
  status: { ...count('The HTTP status.'), maximum: 999 },
  statusClass: { enum: CLASSES, description: 'only requests answered with such a status' },
  failed: flag('true: only requests that failed; false: only others'),
  errorCode: word('Code of the error.'),
  method: { ...word('The HTTP method.'), maxLength: 20 },
  path: { ...word('all of it, or its beginning with `*` behind it'), maxLength: 300 },
  from: momentIn(),
  to: momentIn(),
  address: word('The address that the request came from.'),
  caller: word('Login of the sender.'),
  apiKey: word('the name of the API key that it came with'),
  slowerThan: count('milliseconds'),
  text: {
    ...word('in what was recorded, within the 24 hours before `to` or now unless `from` says otherwise'),
    minLength: SHORTEST_TEXT,
  },
} as const;

export const requestPage = {
  limit: limitSchema,
  order: { enum: ['newest', 'oldest'], default: 'newest', description: 'which ones come first' },
  before: rowID('only requests before this id; with the newest first, the `next` of the page before'),
  after: rowID('only requests after this id; with the oldest first, the `next` of the page before'),
} as const;

const filter = optionalMembers(requestFilter);

/** @throws OperationError `Admin.InputInvalid`, `Admin.ServiceUnknown` */
export async function readFilter(
  { service, from, to, statusClass, failed, ...rest }: ValueOf<typeof filter>,
  context: TaskContext,
) {
  const serviceIDs = await findServiceIDs(context, service);
  const digit = statusClass === undefined ? undefined : Number(statusClass[0]);
  return { ...rest, serviceIDs, statusClass: digit, isFailed: failed, from: readMoment(from), to: readMoment(to) };
}

export const request = {
  id: integer('Number of the recorded request: what `before` and `after` take.'),
  communicationID: text('The id under which the request was recorded.'),
  type: oneOf(REQUEST_TYPES, 'Provider: a client sent it to a web service. Requester: an invoker sent it.'),
  requestID: textOrNull('The id of the request, as in `X-Request-Id`.'),
  traceID: textOrNull('The id of the trace that the request belongs to.'),
  created: moment('When it came.'),
  serviceID: integer('Number of the web service.'),
  service: text('Name of the web service.'),
  operation: textOrNull('Name of the operation in the definition.'),
  method: text('The HTTP method.'),
  path: textOrNull('The path of the request, without its query; null where it was not recorded.'),
  level: text('The most serious of what was recorded.'),
  status: integer('The HTTP status.'),
  errorCode: textOrNull('Code of the error; null or missing for a success.'),
  milliseconds: number('How long it took.'),
  caller: textOrNull('Login of the sender.'),
  apiKey: textOrNull('The name of the API key that it came with; null for other credentials.'),
  address: textOrNull('The address that the request came from.'),
  bytesReceived: integer('Bytes of the request.'),
  bytesSent: integer('Bytes of the answer.'),
  isTruncated: flag('Whether a part was too long to be recorded.'),
  times: integer(
    'How many requests it stands for: more than 1 where further failures of one kind were only counted (`Gateway.Debugger.Failures`).',
  ),
};

export const requestSchema = named('RecordedRequest', request);

export const listRequests = task({
  at: 'GET /debug-log',
  needs: 'own',
  summary:
    'Lists recorded requests, the newest or the oldest first; `isCutShort` is true if the search for a text took too long.',
  input: optionalMembers({ ...requestPage, ...requestFilter }),
  answer: objectOf({
    items: listOf(requestSchema, 'The entries.'),
    next: orNull(integer(), 'Where the next page begins; null at the end.'),
    isCutShort: flag('Whether there is more than this answer has.'),
  }),
  errors: [ServiceUnknown],
  async run({ limit, order, before, after, ...asked }, { system, author }) {
    const { text: wanted, ...given } = await readFilter(asked, { system, author });
    const log = new RecordedRequests(system.reader());
    // One more says whether there are more.
    const page = { limit: limit + 1, order, before, after };
    if (wanted === undefined) {
      const found = await log.list(given, page);
      return { ...toPage(found, limit, pickID), isCutShort: false };
    }
    const { to = system.now(), from = new Date(to.getTime() - DAY) } = given;
    const { requests, isCut, cutAt } = await log.listWithText(wanted, { ...given, from }, page);
    const { items, next } = toPage(requests, limit, pickID);
    return { items, next: next ?? cutAt ?? null, isCutShort: isCut };
  },
});

function pickID({ id }: RecordedRequest): number {
  return id;
}

const point = named('TracePoint', {
  level: text('How serious it is.'),
  subject: text('What it is about.'),
  content: textOrNull('What was recorded, without secrets.'),
  created: moment('When it was recorded.'),
  start: integerOrNull('Milliseconds after the first one; null where no times were kept.'),
});

export const getRequest = task({
  at: 'GET /debug-log/:id',
  needs: 'own',
  summary:
    'Shows everything recorded of a request, by its number or by the id of its communication, request or trace, and the curl command that sends it again; `curlNotes` says what the command lacks.',
  input: inputObject({ id: word('Its number, or the id of its communication.') }),
  answer: objectOf({
    ...request,
    contents: listOf(point, 'All that was recorded of the request, in its order.'),
    failure: orNull(failureSchema, 'Why it failed, and to whom else the same has happened; null for a success.'),
    notSendable: textOrNull('Why it cannot be replayed or sent again; null where it can.'),
    maySend: flag('Whether `admin.sendAgain` names you, so that you may send it again for real.'),
    curl: textOrNull('The command that sends the request again; null where that cannot be done.'),
    curlNotes: listOf(text(), 'What the command lacks.'),
    curlMessages: listOf(message, 'The sentences in `curlNotes`, for other languages.'),
  }),
  errors: [RequestUnknown],
  async run({ id }, { system, author }) {
    const found = await loadRequest({ system, author }, id);
    const sent = readClientRequest(found, system.settings.text('SessionName'));
    const { command: curl, notes: curlMessages } = findCurl(system, found);
    const contents = found.contents.map((each) => ({
      ...each,
      created: readSystemTime(each.created, system.settings),
    }));
    return {
      ...found,
      contents,
      failure: await seeFailure(system, found),
      notSendable: typeof sent === 'string' && found.type === 'Provider' ? sent : null,
      maySend: system.configuration.admin.sendAgain.includes(author.login),
      curl,
      curlNotes: curlMessages.map((note) => note.message),
      curlMessages,
    };
  },
});

/**
 * A recorded request with all that was recorded of it.
 *
 * @throws OperationError `Admin.RequestUnknown`
 */
export async function loadRequest({ system, author }: TaskContext, id: string) {
  const found = await findRequest(system, id);
  // Those who may not see it get the same answer as for an unknown id.
  if (found === undefined || !mayDo(author, 'look', found.service)) throw new RequestUnknown({ id });
  return found;
}

export async function findRequest(system: TaskSystem, id: string) {
  const database = system.reader();
  const found = await new RecordedRequests(database).find(id);
  return found && { ...found, contents: await new DebugLog(database).contents(found.communicationID) };
}

/** The curl command of a request, or why too little was recorded for one. */
function findCurl({ configuration }: TaskSystem, sent: RecordedParts) {
  try {
    return writeRecordedCurl(sent, configuration);
  } catch (error) {
    if (error instanceof ConfigurationError || isExpectedError(error))
      return { command: null, notes: [{ message: error.message }] };
    throw error;
  }
}
