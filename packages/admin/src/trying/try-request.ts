import { HEADER_NAME, REST_COMMANDS } from '@ticketgate/definition';
import { makeServerURL } from '@ticketgate/runtime';
import {
  inputObject,
  listOf,
  named,
  number,
  objectOf,
  text,
  textOrNull,
  orNull,
  toEnglish,
} from '@ticketgate/sdk/schema';

import { InputInvalid } from '../tasks/task-errors.js';
import { writeCurl } from '../debug-log/sent-request.js';
import { clientAnswer } from './exchange-in-memory.js';
import { stage } from './request-stages.js';
import { runTrial } from './trial-gateway.js';
import { moment, word } from '../tasks/schemas.js';
import { task } from '../tasks/task.js';
import { definitionSchema, versionNumber } from '../services/service-schemas.js';
import { readServiceRecord, RECORD_ERRORS } from '../services/service-record.js';
import { ACTING_ERRORS, toCaller, findCaller, recordActing } from '../replaying/find-caller.js';

const point = named('TriedPoint', {
  level: text('How serious it is.'),
  subject: text('What it is about.'),
  content: text('What was recorded, without secrets.'),
  time: moment('When it was recorded.'),
});

/** Headers that the client sets for the body and the connection. */
const OWN_HEADERS = /^(?:connection|content-length|expect|transfer-encoding|upgrade)$/i;

export const tryRequest = task({
  at: 'POST /try',
  summary:
    'Tries a request to a web service and rolls back what it did. The answer has what the client would get, the stages with their times, and everything recorded. The request is sent as you or, from a session, as another agent or a customer user. Nothing is sent to other systems.',
  input: inputObject(
    {
      service: word('Name of the web service.'),
      method: { enum: REST_COMMANDS, description: 'The HTTP method.' },
      path: {
        type: 'string',
        pattern: String.raw`^/[!-~]*$`,
        maxLength: 4000,
        description: 'below that of the web service, for example /Session/Get; with its query, encoded',
      },
    },
    {
      headers: {
        type: 'object',
        maxProperties: 100,
        additionalProperties: { type: 'string', maxLength: 8000, pattern: String.raw`^[\t -~]*$` },
        default: {},
        description: 'by name; those of the connection and of the length of the body are made for it',
      },
      body: { type: 'string', default: '', description: 'as the client writes it' },
      as: {
        ...inputObject({
          type: { enum: ['agent', 'customer'], description: 'Which of the two the login is of.' },
          login: word('Login of the agent or customer user.'),
        }),
        description: 'who sends it; you, unless it says so',
      },
      version: versionNumber('Number of the version.'),
      definition: definitionSchema,
    },
  ),
  answer: objectOf({
    refusal: textOrNull('Why there is no answer; null otherwise.'),
    answer: orNull(clientAnswer, 'What the client would get; null where there is none.'),
    operation: textOrNull('Name of the operation in the definition.'),
    errorCode: textOrNull('Code of the error; null or missing for a success.'),
    milliseconds: number('How long it took.'),
    stages: listOf(stage, 'The parts of its way, in the order of time.'),
    trace: listOf(point, 'All that was recorded on the way.'),
    curl: text('The command that sends it for a client, who adds credentials.'),
  }),
  errors: [...RECORD_ERRORS, ...ACTING_ERRORS],
  async run({ service, method, path, headers, body, as, ...wanted }, { system, author }) {
    requireSafe(Object.keys(headers));
    const record = await readServiceRecord(system, service, wanted);
    const caller = as === undefined ? await toCaller(author, system) : await findCaller(as, system);
    const url = `/Webservice/${encodeURIComponent(service)}${path}`;
    if (as !== undefined) await recordActing({ as, what: 'tried', line: `${method} ${url}` }, { system, author });
    const address = makeServerURL(system.configuration);
    const request = { method, url, headers: { Host: new URL(address).host, ...headers }, body };
    const tried = await runTrial(system, { record, request, caller });
    const written = { method, url: `${address}${url}`, headers, body: body === '' ? undefined : body };
    return { ...tried, refusal: tried.refusal && toEnglish(tried.refusal), curl: writeCurl(written) };
  },
});

/** @throws OperationError `Admin.InputInvalid` */
function requireSafe(names: readonly string[]): void {
  const wrong = names.find((name) => OWN_HEADERS.test(name) || !HEADER_NAME.test(name));
  if (wrong === undefined) return;
  const why = HEADER_NAME.test(wrong) ? 'is made for the body and the connection' : 'is not a name of a header';
  throw new InputInvalid({ reason: `"${wrong}" ${why}. Leave it out.` });
}
