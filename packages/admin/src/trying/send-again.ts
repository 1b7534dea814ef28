import type { FinishedRequest } from '@ticketgate/gateway';
import { openDebuggerSink, type ReadyOperations } from '@ticketgate/runtime';
import { type Caller, createError, MASK } from '@ticketgate/sdk';
import { inputObject, integer, objectOf, text, textOrNull, type ValueOf } from '@ticketgate/sdk/schema';

import { readWritten } from '../comparing/compared-request.js';
import { loadRequest, RequestUnknown } from '../debug-log/list-requests.js';
import { readClientRequest } from '../debug-log/sent-request.js';
import { ACTING_ERRORS, CallerUnknown, recordedCaller } from '../replaying/find-caller.js';
import { VALID } from '../services/change-service.js';
import { getService } from '../services/find-service.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { word } from '../tasks/schemas.js';
import { type TaskSystem, task } from '../tasks/task.js';
import type { ClientRequest } from './exchange-in-memory.js';
import { openGateway, sendTo, type Trial, type TrialSystem } from './trial-gateway.js';
import { admit, makeCredentials } from './trial-ports.js';

const SendingNotAllowed = createError<{ login: string }>(
  'Admin.SendingNotAllowed',
  ({ login }) =>
    `${login} may not send requests again for real. The operator of the server allows it with admin.sendAgain: [${login}] in gateway.yml.`,
  'AccessDenied',
);

const NotSendable = createError<{ reason: string }>(
  'Admin.NotSendable',
  ({ reason }) => `The request cannot be sent again. ${reason}`,
  'Conflict',
);

const sentForReal = objectOf({
  communicationID: text('That of the new request.'),
  status: integer('The HTTP status.'),
  errorCode: textOrNull('Code of the error; null or missing for a success.'),
});

export const sendAgain = task({
  at: 'POST /debug-log/:id/send',
  summary:
    'Sends a recorded request again for real, from a session of an agent of `admin.sendAgain`: to the current version, as its sender. What it does stays, and the debug log has it as a new request.',
  input: inputObject({ id: word('Its number, or the id of its communication.') }),
  answer: sentForReal,
  errors: [RequestUnknown, ServiceUnknown, SendingNotAllowed, ...ACTING_ERRORS, CallerUnknown, NotSendable],
  async run({ id }, { system, author }) {
    const { login } = author;
    if (!system.configuration.admin.sendAgain.includes(login)) throw new SendingNotAllowed({ login });
    const found = await loadRequest({ system, author }, id);
    const record = await getService(system, found.service);
    if (record.validID !== VALID) throw new NotSendable({ reason: 'Its web service is disabled.' });
    const request = restoreRequest(found, system);
    const caller = await recordedCaller(found, 'sent again', { system, author });
    const sent = await sendForReal(system, await system.ready(), { record, request, caller });
    if (typeof sent === 'string') throw new NotSendable({ reason: sent });
    return sent;
  },
});

/** Headers with credentials, which the recorded caller stands for, and the id of the first sending. */
const REPLACED = /^(?:authorization|cookie|x-api-key|x-otrs-header-.*|x-request-id)$/;

/** @throws OperationError `Admin.NotSendable`, for example if a secret that is masked would be sent */
function restoreRequest(found: Recorded, system: TaskSystem): ClientRequest {
  const sent = readClientRequest(found, system.settings.text('SessionName'));
  if (typeof sent === 'string') throw new NotSendable({ reason: sent });
  const written = readWritten(sent);
  if (typeof written === 'string') throw new NotSendable({ reason: written });
  const headers = Object.entries(sent.headers).filter(([name]) => !REPLACED.test(name));
  if (headers.some(([, value]) => value.includes(MASK))) throw new NotSendable({ reason: MASKED });
  const { method, path, body } = written;
  const url = `/Webservice/${encodeURIComponent(found.service)}${path}`;
  return { method, url, headers: Object.fromEntries(headers), body };
}

type Recorded = Awaited<ReturnType<typeof loadRequest>>;

const MASKED = 'A secret in its headers was masked when it was recorded.';

/** A request that is to have its effect. */
interface Sending extends Trial {
  readonly caller: Caller;
}

/**
 * Sends a request to a web service as a client with the caller's credentials would. What it does stays, and the debug log has it.
 * Returns why it could not be sent, if so.
 */
async function sendForReal(
  system: TrialSystem,
  { operations, ports }: ReadyOperations,
  { record, request, caller }: Sending,
): Promise<ValueOf<typeof sentForReal> | string> {
  const ends: FinishedRequest[] = [];
  const gateway = await openGateway(system, record, {
    ...ports,
    createContext(scope, within) {
      const authenticate = async () => admit(caller, scope);
      return ports.createContext({ ...scope, credentials: makeCredentials(caller) }, { authenticate, ...within });
    },
    operations,
    debuggerSink: openDebuggerSink(system),
    listeners: [(end) => ends.push(end)],
    now: () => system.now(),
    remoteAddress: () => '127.0.0.1',
  });
  if (typeof gateway === 'string') return gateway;
  await sendTo(gateway, request);
  const [end] = ends;
  if (end?.record === undefined) return 'No web service has taken it.';
  return { communicationID: end.record.communicationID, status: end.status, errorCode: end.errorCode ?? null };
}
