import { AgentUnknown } from '@ticketgate/accounts';
import { Destinations } from '@ticketgate/definition';
import { isData, type Operation } from '@ticketgate/sdk';
import { compileUnpublished, type ServiceRecord } from '@ticketgate/gateway';
import { inputObject, integer, listOf, objectOf, oneOf, text, textOrNull, type ValueOf } from '@ticketgate/sdk/schema';

import {
  askHost,
  type ComparedHost,
  type ComparedRequest,
  type HostAnswer,
  objectIn,
  REQUEST_METHODS,
} from './compared-request.js';
import { findDifferences, showValue } from '../replaying/compare-answers.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { tryRequest } from '../trying/trial-gateway.js';
import { word } from '../tasks/schemas.js';
import { task, type TaskSystem } from '../tasks/task.js';
import { findCaller, ignoredSchema, readServiceRecord } from '../replaying/replay-request.js';

/** Kinds of differences between two answers. */
const KINDS = ['status', 'missing', 'additional', 'type', 'value'] as const;

const long = { type: 'string', maxLength: 100_000_000 } as const;

/** The other system, in a request. */
export const comparedHost = inputObject({
  url: {
    ...word('up to and with nph-genericinterface.pl, without a query and credentials'),
    pattern: String.raw`^https?://[^\s?#@]+$`,
  },
  login: word('Login of an agent that the host and this system have.'),
  password: { type: 'string', minLength: 1, maxLength: 200, description: 'The password of the agent at the host.' },
});

const comparison = inputObject(
  {
    service: word('Name of the web service.'),
    host: { ...comparedHost, description: 'The system to compare with.' },
    method: { enum: REQUEST_METHODS, description: 'The HTTP method.' },
    path: { ...long, pattern: '^[!-~]*$', description: 'Below the web service, with its query.' },
  },
  {
    body: { ...long, default: '', description: 'Without credentials.' },
    recorded: {
      ...inputObject({ body: { ...long, description: 'Its body.' } }, { status: integer('The HTTP status.') }),
      description: 'What was answered when it was recorded.',
    },
    ignore: ignoredSchema,
  },
);

export type Comparison = Pick<ValueOf<typeof comparison>, 'service' | 'host' | 'ignore'>;

const difference = objectOf({
  kind: oneOf(KINDS, 'In what they differ.'),
  place: text('The member that differs.'),
  host: text('The value of the host, shortened.'),
  ours: text('The value here, shortened.'),
});
type Difference = ValueOf<typeof difference>;

/** Compares one request, so that whoever has many can stop after each. */
export const compareRequest = task({
  summary:
    'Sends a request that only reads to a host and to the web service, and says how the answers differ. One that writes is only tried here, undone, and compared with what was recorded.',
  input: comparison,
  answer: objectOf({
    operation: textOrNull('Name of the operation in the definition.'),
    kind: oneOf(['same', 'different', 'skipped'], 'Whether the answers are the same.'),
    reason: textOrNull('Why it was not compared.'),
    differences: listOf(difference, 'At most 200 values, and the status.'),
  }),
  errors: [ServiceUnknown, AgentUnknown],
  /** Whoever runs it reaches the host anyhow, so it may be this machine; some networks are never connected to. */
  run: (input, { system }) => compareWithin(new Destinations([new URL(input.host.url).host]), input, system),
});

/** Compares one request; the host is asked if it is one of the destinations. */
export async function compareWithin(
  within: Destinations,
  { service, host, ignore, ...request }: ComparedRequest & Comparison,
  system: TaskSystem,
) {
  const record = await readServiceRecord(system, service, {});
  const caller = await findCaller({ type: 'agent', login: host.login }, system);
  const { method, path, body } = request;
  const url = `/Webservice/${encodeURIComponent(service)}${path}`;
  const headers: Readonly<Record<string, string>> = body === '' ? {} : { 'Content-Type': 'application/json' };
  const tried = await tryRequest(system, { record, request: { method, url, headers, body }, caller });
  const operation = tried.operation === null ? undefined : await operationOf(tried.operation, record, system);
  const skipped = (reason: string) =>
    ({ operation: tried.operation, kind: 'skipped', reason, differences: [] }) as const;
  if (operation === undefined) return skipped('No operation of the web service takes it.');
  if (tried.answer === null) return skipped(tried.refusal ?? 'It was not answered.');
  if (tried.answer.body === null) return skipped('The answer is too long, or is not text.');
  const theirs = await answerOf(operation, { service, host: { ...host, within }, request });
  if (typeof theirs === 'string') return skipped(theirs);
  const ours = { status: tried.answer.status, body: tried.answer.body };
  const differences = compare(theirs, ours, new Set([...volatileNames(operation.output), ...ignore]));
  const kind = differences.length === 0 ? 'same' : 'different';
  return { operation: tried.operation, kind, reason: null, differences } as const;
}

async function operationOf(name: string, record: ServiceRecord, system: TaskSystem): Promise<Operation | undefined> {
  const service = await compileUnpublished(record, system.operations, system.host.profile);
  const type = service?.webService.operations.get(name)?.type;
  return type === undefined ? undefined : system.operations.get(type)?.operation;
}

/** The answer of the host, or why there is none. One to a request that writes is never asked for, but may have been recorded. */
async function answerOf(
  { effect }: Operation,
  {
    service,
    host,
    request,
  }: { readonly service: string; readonly host: ComparedHost; readonly request: ComparedRequest },
): Promise<(Pick<HostAnswer, 'body'> & Partial<HostAnswer>) | string> {
  if (effect === 'reads') return askHost(host, service, request);
  return request.recorded ?? 'It writes, and no answer was recorded.';
}

/** Names of members that differ between two equal systems. */
function volatileNames(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(volatileNames);
  if (!isData(schema)) return [];
  const members = Object.entries(isData(schema.properties) ? schema.properties : {});
  const own = members.flatMap(([name, inner]) => (isData(inner) && inner.volatile === true ? [name] : []));
  return [...own, ...Object.values(schema).flatMap(volatileNames)];
}

function compare(
  theirs: Pick<HostAnswer, 'body'> & Partial<HostAnswer>,
  ours: HostAnswer,
  ignored: ReadonlySet<string>,
): readonly Difference[] {
  const status: readonly Difference[] =
    theirs.status === undefined || theirs.status === ours.status
      ? []
      : [{ kind: 'status', place: 'the status', host: String(theirs.status), ours: String(ours.status) }];
  const [before, after] = [theirs.body, ours.body].map((body) => objectIn(body) ?? body);
  const found = [...findDifferences(before, after, ignored)].slice(0, MOST);
  return [
    ...status,
    ...found.map(([path, values]) => ({
      kind: kindOf(values.before, values.after),
      place: path === '' ? 'the answer' : path,
      host: showValue(values.before),
      ours: showValue(values.after),
    })),
  ];
}

/** Most differences of an answer. */
const MOST = 200;

function kindOf(before: unknown, after: unknown): Difference['kind'] {
  if (after === undefined) return 'missing';
  if (before === undefined) return 'additional';
  const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);
  return typeOf(before) === typeOf(after) ? 'value' : 'type';
}
