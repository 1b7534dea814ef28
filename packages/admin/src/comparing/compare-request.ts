import { REST_COMMANDS, type WebService } from '@ticketgate/definition';
import type { ServiceRecord } from '@ticketgate/gateway';
import { isData, MASK, type Operation } from '@ticketgate/sdk';
import {
  flag,
  inputObject,
  integer,
  listOf,
  objectOf,
  oneOf,
  text,
  textOrNull,
  type ValueOf,
  toEnglish,
} from '@ticketgate/sdk/schema';

import { ACTING_ERRORS, findCaller } from '../replaying/find-caller.js';
import { ignoredSchema } from '../replaying/replay-request.js';
import { getService } from '../services/find-service.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { compileRecord } from '../services/service-record.js';
import { runTrial, type TriedRequest } from '../trying/trial-gateway.js';
import { word } from '../tasks/schemas.js';
import { task, type TaskSystem } from '../tasks/task.js';
import { askHost, type HostAnswer, HostUnusable } from './ask-host.js';
import { type ComparedRequest, guessContentType, type RecordedAnswer, withCredentials } from './compared-request.js';
import { compareBodies, KINDS, findWrongAnswer } from './judge-answers.js';

const long = { type: 'string', maxLength: 100_000_000 } as const;

const host = inputObject({
  url: {
    ...word('up to and with nph-genericinterface.pl, without a query and credentials'),
    pattern: String.raw`^https?://[^\s?#@]+$`,
  },
  login: word('Login of an agent of the host.'),
  password: { type: 'string', minLength: 1, maxLength: 200, description: 'The password of the agent at the host.' },
});

const comparison = inputObject(
  {
    service: word('Name of the web service.'),
    host: { ...host, description: 'The system to compare with.' },
    method: { enum: REST_COMMANDS, description: 'The HTTP method.' },
    path: { ...long, pattern: '^[!-~]*$', description: 'Below the web service, with its query.' },
  },
  {
    body: { ...long, default: '', description: 'Without credentials.' },
    hadCredentials: flag('Whether the body had credentials.'),
    recorded: {
      ...inputObject({ body: { ...long, description: 'Its body.' } }, { status: integer('The HTTP status.') }),
      description: 'What was answered when it was recorded.',
    },
    as: word('Login of the agent who asks here; default: that of the host.'),
    ignore: ignoredSchema,
  },
);

const difference = objectOf({
  kind: oneOf(KINDS, 'In what they differ.'),
  place: text('The member that differs.'),
  host: text('The value of the host, shortened.'),
  ours: text('The value here, shortened.'),
});

/** Compares one request, so that a command with many can stop after each. */
export const compareRequest = task({
  summary:
    'Sends a request that only reads to a host and to the web service, and says how the answers differ. One that writes is only tried here, undone, and compared with what was recorded, as far as the request itself decides the answer.',
  input: comparison,
  answer: objectOf({
    operation: textOrNull('Name of the operation in the definition.'),
    kind: oneOf(['same', 'different', 'skipped'], 'Whether the answers are the same.'),
    reason: textOrNull('Why it was not compared.'),
    differences: listOf(difference, 'At most 200 values, the status and headers.'),
  }),
  errors: [ServiceUnknown, HostUnusable, ...ACTING_ERRORS],
  run: (input, { system }) => compareHere(input, system),
});

/** @throws OperationError `Admin.HostUnusable` */
async function compareHere(
  { service, host, ignore, as = host.login, ...request }: ValueOf<typeof comparison>,
  system: TaskSystem,
) {
  const record = await getService(system, service);
  const tried = await tryHere({ record, login: as, request }, system);
  const skipped = (reason: string) =>
    ({ operation: tried.operation, kind: 'skipped', reason, differences: [] }) as const;
  const ours = answerIn(tried);
  if (typeof ours === 'string') return skipped(ours);
  const webService = (await compileRecord(record, system))?.webService;
  const operation = pickOperation(tried.operation, webService, system);
  const ask = () => askHost(host, service, request);
  const theirs = await fetchTheirs(operation, request, { ask, body: ours.body });
  if (typeof theirs === 'string') return skipped(theirs);
  const limits = system.configuration;
  const reason = 'headers' in theirs ? findWrongAnswer(theirs, ours, { login: host.login, limits }) : undefined;
  if (reason !== undefined) throw new HostUnusable({ url: host.url, reason });
  const judged = compareBodies({
    request,
    theirs,
    ours,
    headers: listSetHeaders(webService),
    ignored: new Set([...volatileNames(operation?.output), ...ignore]),
    limits,
  });
  if (typeof judged === 'string') return skipped(judged);
  const kind = judged.length === 0 ? 'same' : 'different';
  return { operation: tried.operation, kind, reason: null, differences: judged } as const;
}

/** Our answer, or why there is none. */
function answerIn({ answer, refusal }: TriedRequest): HostAnswer | string {
  if (answer === null) return toEnglish(refusal ?? 'It was not answered.');
  const { status, body } = answer;
  if (body === null) return 'The answer is too long, or is not text.';
  return {
    status,
    body,
    headers: Object.fromEntries(answer.headers.map(({ name, value }) => [name.toLowerCase(), value])),
  };
}

async function tryHere(
  {
    record,
    login,
    request,
  }: { readonly record: ServiceRecord; readonly login: string; readonly request: ComparedRequest },
  system: TaskSystem,
): Promise<TriedRequest> {
  const caller = await findCaller({ type: 'agent', login }, system);
  // The body is as its client sent it; who calls does not depend on it.
  const isComplete = request.hadCredentials !== true;
  const { body } = isComplete ? request : withCredentials(request, { UserLogin: login, Password: MASK });
  const url = `/Webservice/${encodeURIComponent(record.name)}${request.path}`;
  const type = guessContentType(body);
  const headers: Readonly<Record<string, string>> = type === undefined ? {} : { 'Content-Type': type };
  return runTrial(system, { record, request: { method: request.method, url, headers, body }, caller });
}

function pickOperation(
  name: string | null,
  webService: WebService | undefined,
  system: TaskSystem,
): Operation | undefined {
  const type = webService?.operations.get(name ?? '')?.type;
  return type === undefined ? undefined : system.operations.get(type)?.operation;
}

/**
 * The answer of the host, or why there is none. A request that writes is never sent to it, but its answer may have been recorded. If no
 * operation takes a request, each system refuses it in its own words, so the body is ours.
 */
async function fetchTheirs(
  operation: Operation | undefined,
  { recorded }: ComparedRequest,
  { ask, body }: { readonly ask: () => Promise<HostAnswer | string>; readonly body: string },
): Promise<HostAnswer | RecordedAnswer | string> {
  if (operation?.effect === 'reads') return ask();
  if (operation !== undefined) return recorded ?? 'It writes, and no answer was recorded.';
  return recorded?.status === undefined ? 'No operation of the web service takes it.' : { ...recorded, body };
}

/** Names of members that differ between two equal systems. */
function volatileNames(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(volatileNames);
  if (!isData(schema)) return [];
  const members = Object.entries(isData(schema.properties) ? schema.properties : {});
  const own = members.flatMap(([name, inner]) => (isData(inner) && inner.volatile === true ? [name] : []));
  return [...own, ...Object.values(schema).flatMap(volatileNames)];
}

/** Names of the headers that a definition sets, in lower case. */
function listSetHeaders(webService: WebService | undefined): readonly string[] {
  const transport = webService?.transport;
  if (transport?.kind !== 'rest' && transport?.kind !== 'soap') return [];
  const { additionalHeaders, outboundHeaders } = transport.kind === 'rest' ? transport.rest : transport.soap;
  const sets = [additionalHeaders, outboundHeaders.common, ...Object.values(outboundHeaders.specific)];
  return [...new Set(sets.flatMap((set) => Object.keys(set)).map((name) => name.toLowerCase()))];
}
