import { DebugLog, RecordedRequests } from '@ticketgate/database';
import { ConfigurationError } from '@ticketgate/runtime';
import { isExpectedError, readSystemTime } from '@ticketgate/sdk';

import { RequestUnknown } from '../api/api-errors.js';
import { writeRecordedCurl, type SentRequest } from './curl-command.js';
import { defineAction, type ActionSystem } from '../tasks/action.js';
import { inputObject, listOf, moment, named, objectOf, text, textOrNull, word } from '../tasks/schemas.js';
import { request } from './list-requests.js';

const point = named(
  'TracePoint',
  objectOf({
    level: text,
    subject: text,
    content: textOrNull,
    created: moment,
    start: {
      type: ['integer', 'null'],
      description: 'Milliseconds after the first one; null where no times were kept.',
    },
  }),
);

export const getRequest = defineAction({
  summary:
    'Shows everything recorded of a request, by its number or by the id of its communication, request or trace, and the curl command that sends it again; `curlNotes` says what the command lacks.',
  input: inputObject({ id: word }),
  answer: objectOf({ ...request, contents: listOf(point), curl: textOrNull, curlNotes: listOf(text) }),
  errors: [RequestUnknown],
  async run({ id }, { system }) {
    const found = await readRequest(system, id);
    const { command: curl, notes: curlNotes } = findCurl(system, found);
    const contents = found.contents.map((each) => ({
      ...each,
      created: readSystemTime(each.created, system.settings),
    }));
    return { ...found, contents, curl, curlNotes };
  },
});

/**
 * A recorded request with all that was recorded of it.
 *
 * @throws OperationError `Admin.RequestUnknown`
 */
export async function readRequest(system: ActionSystem, id: string) {
  const found = await findRequest(system, id);
  if (found === undefined) throw new RequestUnknown({ id });
  return found;
}

export async function findRequest({ database }: ActionSystem, id: string) {
  const found = await new RecordedRequests(database).find(id);
  return found && { ...found, contents: await new DebugLog(database).contents(found.communicationID) };
}

/** The curl command of a request, or why too little was recorded for one. */
function findCurl({ configuration }: ActionSystem, sent: SentRequest) {
  try {
    return writeRecordedCurl(sent, configuration);
  } catch (error) {
    if (error instanceof ConfigurationError || isExpectedError(error)) return { command: null, notes: [error.message] };
    throw error;
  }
}
