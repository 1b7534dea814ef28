import { SHORTEST_TEXT } from '@ticketgate/database';
import { DEBUG_LEVELS, offMainThread } from '@ticketgate/definition';
import { readSystemTime, suggest, withSuggestion, type Caller } from '@ticketgate/sdk';

import { findRequests } from '../../debug-log/find-requests.js';
import { getService, getVersion } from '../../services/find-service.js';
import { defineRoute, type AdminRoute } from '../admin-route.js';
import { DefinitionInvalid, InputInvalid, RequestUnknown, SecretMissing } from '../api-errors.js';
import type { ApiSystem } from '../api-system.js';
import { completeText } from '../complete-text.js';
import { inputObject } from '../../actions/schemas/input-object.js';
import { limit } from '../../actions/schemas/pages.js';
import { momentIn, readMoment } from '../../actions/schemas/moments.js';
import {
  count,
  flag,
  integer,
  listOf,
  moment,
  named,
  number,
  objectOf,
  oneOf,
  rowID,
  text,
  textOrNull,
  word,
} from '../../actions/schemas/schemas.js';
import { comment, definition, versionNumber } from '../../actions/schemas/service-schemas.js';
import { ServiceUnknown, VersionUnknown } from '../../services/service-errors.js';

const request = {
  id: integer,
  communicationID: text,
  requestID: textOrNull,
  traceID: textOrNull,
  created: moment,
  serviceID: integer,
  service: text,
  operation: textOrNull,
  method: text,
  path: textOrNull,
  level: text,
  status: integer,
  errorCode: textOrNull,
  milliseconds: number,
  caller: textOrNull,
  address: textOrNull,
  bytesReceived: integer,
  bytesSent: integer,
  isTruncated: flag,
};

export const requestSchema = named('RecordedRequest', objectOf(request));

const list = defineRoute({
  method: 'GET',
  path: '/debug-log',
  summary: 'Recorded requests, the newest or the oldest first; `isCutShort` when a search for a text took too long.',
  query: inputObject(
    {},
    {
      limit,
      order: { enum: ['newest', 'oldest'], default: 'newest', description: 'which ones come first' },
      before: {
        ...rowID,
        description: 'only requests before this id; with the newest first, the `next` of the page before',
      },
      after: {
        ...rowID,
        description: 'only requests after this id; with the oldest first, the `next` of the page before',
      },
      service: word,
      operation: word,
      level: { enum: DEBUG_LEVELS },
      status: { ...count, maximum: 999 },
      errorCode: word,
      method: { ...word, maxLength: 20 },
      path: { ...word, maxLength: 300, description: 'all of it, or its beginning with `*` behind it' },
      from: momentIn,
      to: momentIn,
      address: word,
      caller: word,
      slowerThan: { ...count, description: 'milliseconds' },
      text: {
        ...word,
        minLength: SHORTEST_TEXT,
        description: 'in what was recorded, within the 24 hours before `to` or now unless `from` says otherwise',
      },
    },
  ),
  answer: objectOf({
    items: listOf(requestSchema),
    next: { anyOf: [integer, { type: 'null' }] },
    isCutShort: flag,
  }),
  errors: [ServiceUnknown],
  async run({ query: { limit: most, order, before, after, from, to, ...filter } }, system) {
    const search = { ...filter, from: readMoment(from), to: readMoment(to) };
    const page = { limit: most, order, before, after };
    const { requests, isCut, next } = await findRequests(system, search, page);
    return { items: requests, next: next ?? null, isCutShort: isCut };
  },
});

const point = named('TracePoint', objectOf({ level: text, subject: text, content: textOrNull, created: moment }));

const get = defineRoute({
  method: 'GET',
  path: '/debug-log/:id',
  summary:
    'A request by its number or the id of its communication, of the request or of its trace, with all that was recorded of it, and the command that sends it again: `curlNotes` says what that lacks.',
  answer: objectOf({ ...request, contents: listOf(point), curl: textOrNull, curlNotes: listOf(text) }),
  errors: [RequestUnknown],
  async run({ params: { id } }, system) {
    const found = await getRequest(system, id);
    const contents = await system.debugLog.contents(found.communicationID);
    const { command: curl, notes: curlNotes } = system.curlOf({ ...found, contents });
    const { settings } = system.catalogue;
    const points = contents.map((point) => ({ ...point, created: readSystemTime(point.created, settings) }));
    return { ...found, contents: points, curl, curlNotes };
  },
});

/** @throws OperationError `Admin.RequestUnknown` */
async function getRequest({ requests }: ApiSystem, id: string) {
  const found = await requests.find(id);
  if (found === undefined) throw new RequestUnknown({ id });
  return found;
}

const replay = defineRoute({
  method: 'POST',
  path: '/debug-log/:id/replay',
  summary:
    'Sends a request again as you, to the current version, another one or a text, undoes what it did, and compares the answers.',
  body: inputObject(
    {},
    {
      version: versionNumber,
      definition,
      ignore: {
        type: 'array',
        maxItems: 100,
        items: word,
        default: [],
        description: 'members that may differ',
      },
    },
  ),
  answer: objectOf({
    communicationID: text,
    operation: text,
    kind: oneOf('same', 'different', 'refused'),
    findings: listOf(text),
  }),
  errors: [RequestUnknown, ServiceUnknown, VersionUnknown, SecretMissing, DefinitionInvalid],
  async run({ params: { id }, body: { ignore, ...wanted }, administrator }, system) {
    const found = await getRequest(system, id);
    const contents = await system.debugLog.contents(found.communicationID);
    const record = await recordOf(system, found.service, wanted);
    return system.replay({ ...found, contents }, { record, caller: callerOf(administrator), ignored: new Set(ignore) });
  },
});

/** The service as it is, or with another definition. */
async function recordOf(
  system: ApiSystem,
  name: string,
  { version, definition: wanted }: { readonly version?: number | undefined; readonly definition?: string | undefined },
) {
  const service = await getService(system, name);
  if (wanted !== undefined) return { ...service, config: await completeText(system, name, wanted) };
  return version === undefined ? service : { ...service, config: (await getVersion(system, name, version)).config };
}

function callerOf({ login, userID }: { readonly login: string; readonly userID: number }): Caller {
  return { type: 'User', userID, login };
}

const cleanUp = defineRoute({
  method: 'DELETE',
  path: '/debug-log',
  summary: 'Deletes recorded requests that are older than `days` days, of all web services or one.',
  query: inputObject({ days: { type: 'integer', minimum: 0, maximum: 36_500 } }, { service: word, comment }),
  answer: objectOf({ requests: integer }),
  errors: [ServiceUnknown],
  async run({ query: { days, service, comment: why }, administrator: { login: author, source } }, system) {
    const serviceID = service === undefined ? undefined : (await getService(system, service)).id;
    const requests = await system.cleanDebugLog(days, serviceID);
    const after = { requests, days, ...(service === undefined ? {} : { service }) };
    const action = 'debug log cleaned up';
    await system.audit.record({ author, action, subject: 'debug log', after, comment: why, source });
    return { requests };
  },
});

const attempt = defineRoute({
  method: 'POST',
  path: '/try',
  summary:
    'Calls an operation of a web service as you, undoes what it did, and answers all that was recorded on its way.',
  body: inputObject(
    {
      service: word,
      operation: { ...word, description: 'its name in the definition' },
      data: { type: 'object', description: 'what a request would hold' },
    },
    {
      method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], default: 'POST' },
      version: versionNumber,
      definition,
    },
  ),
  answer: objectOf({
    refusal: textOrNull,
    errorCode: textOrNull,
    trace: listOf(objectOf({ level: text, subject: text, content: text, time: moment })),
  }),
  errors: [ServiceUnknown, VersionUnknown, SecretMissing, DefinitionInvalid],
  async run({ body: { service, operation, data, method, ...wanted }, administrator }, system) {
    const record = await recordOf(system, service, wanted);
    await requireOperation(record, operation);
    return system.tryCall({ operation, data, method }, { record, caller: callerOf(administrator) });
  },
});

/** @throws OperationError `Admin.InputInvalid` */
async function requireOperation({ name, config }: { readonly name: string; readonly config: string }, wanted: string) {
  const { webService } = await offMainThread('load', config);
  // What cannot be served at all is refused with its reason.
  if (webService === undefined || webService.operations.has(wanted)) return;
  const known = [...webService.operations.keys()];
  const sentence = `The web service "${name}" has no operation ${JSON.stringify(wanted)}.`;
  const shown = known.slice(0, MOST_OPERATIONS).join(', ');
  throw new InputInvalid({ reason: withSuggestion(sentence, suggest(wanted, known), `Some that it has: ${shown}.`) });
}

/** That a message lists. */
const MOST_OPERATIONS = 30;

export const debugLogRoutes: readonly AdminRoute[] = [list, get, replay, cleanUp, attempt];
