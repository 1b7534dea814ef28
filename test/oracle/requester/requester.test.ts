import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadWebService, type WebService } from '@ticketgate/definition';
import { SecretNames, Trace } from '@ticketgate/gateway';
import { callInvoker, Connections, describeDecision, InvokerTypes, type CallResult } from '@ticketgate/requester';
import { type Data, isData } from '@ticketgate/sdk';

import { makeSelfSigned } from '../../../packages/cli/src/command/self-signed.js';
import { Remote, type ArrivedRequest, type ScriptedAnswer } from '../../../packages/requester/test/remote.js';

const RECORDED = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'oracle', 'requester');
const isThere = existsSync(RECORDED);
if (!isThere) process.stderr.write('skipped: the recorded calls (../shared/oracle/requester) are not here\n');

interface RecordedCall {
  readonly name: string;
  readonly group: string;
  readonly definition: string;
  readonly remote: readonly ScriptedAnswer[];
  readonly trigger: {
    readonly run?: {
      readonly invoker: string;
      readonly data: unknown;
      readonly past?: Readonly<Record<string, unknown>>;
    };
  };
  readonly result?: { readonly Success: number; readonly ErrorMessage?: string; readonly Data?: unknown };
  readonly died?: string;
  readonly outgoing: readonly (ArrivedRequest & { readonly bodyBase64?: string })[];
  readonly debugger: readonly { readonly level: string; readonly subject: string }[];
}

/** Cases that `docs/compatibility.md` explains. */
const EXPLAINED: readonly string[] = [
  'tr.get.hash-value',
  'tr.trace',
  'tr.connect',
  'tr.config.timeout-not-a-number',
  'tr.path.data-key-with-paren',
  'tr.path.data-key-with-space',
  'tr.query.array-value',
  'tr.headers.outbound-blacklisted',
  'tr.headers.outbound-case-variants',
  'tr.auth.basic-long',
  'tr.answer.garbage-answer',
  'tr.answer.drip-slower-than-timeout-in-total',
  'tr.answer.100-continue-first',
  'retry.filter-message-bad-regex',
];

/** Groups whose calls need tickets. */
const OF_TICKETS = ['ticket-invoker', 'write-back'];

let folder = '';
let remote: Remote;
const connections = new Connections({ checkHost: () => undefined, checkAddress: () => undefined });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ticketgate-requester-'));
  const { cert, key } = await makeSelfSigned({ names: ['localhost'], days: 2, now: new Date() });
  writeFileSync(join(folder, 'cert.pem'), cert);
  remote = await Remote.start({ cert, key });
});

afterAll(async () => {
  await connections.close();
  await remote.close();
  rmSync(folder, { recursive: true, force: true });
});

function loadDefinition(file: string): WebService {
  const text = readFileSync(join(RECORDED, file), 'utf8')
    .replaceAll('127.0.0.1:5190', `127.0.0.1:${remote.port}`)
    .replaceAll(':5191', `:${remote.proxyPort}`)
    .replaceAll(':5192', `:${remote.tlsPort}`)
    .replaceAll(':5199', ':65535')
    .replace(/Timeout: '[23]'/, "Timeout: '1'")
    .replaceAll('RUN/cert.pem', join(folder, 'cert.pem'));
  const { webService } = loadWebService(text);
  if (webService === undefined) throw new Error(`${file} cannot be read.`);
  return webService;
}

/** A moment of the recordings, which are in UTC. */
function moment(text: unknown): Date {
  return new Date(`${String(text).replace(' ', 'T')}Z`);
}

function formatTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}

/** When the attempts with a past were recorded. */
const RECORDED_AT = '2026-11-24 04:02:40';

/** When the call was made: the time that its retry is planned by. */
function nowOf({ trigger, result }: RecordedCall): Date {
  if (trigger.run?.past !== undefined) return moment(RECORDED_AT);
  const decision = isData(result?.Data) && isData(result.Data.PastExecutionData) ? result.Data.PastExecutionData : {};
  return decision.InitialRequestDateTime === undefined ? moment(RECORDED_AT) : moment(decision.InitialRequestDateTime);
}

/** Definitions get a shorter Timeout, so the other system takes less time too. */
function asScripted({ delayMs, everyMs, body, ...answer }: ScriptedAnswer): ScriptedAnswer {
  return {
    ...answer,
    ...(body !== undefined && { body: whole(body) }),
    ...(delayMs !== undefined && { delayMs: delayMs / 2.5 }),
    ...(everyMs !== undefined && { everyMs: everyMs / 2.5 }),
  };
}

/** Long texts are recorded by their beginning and length. */
function whole(body: string): string {
  return body.replace(
    /x…\[(\d+) chars\]$/,
    (end, length) => 'x'.repeat(Number(length) - body.length + end.length - 2) + '"}',
  );
}

/** The invoker of type Test::Test sends what time it is. */
function withoutTime(body: string): string {
  return body.replace(/"SystemTime":\d+/, '"SystemTime":0');
}

interface Played {
  readonly result: CallResult;
  readonly subjects: readonly string[];
  readonly requests: readonly ArrivedRequest[];
}

async function play(recorded: RecordedCall): Promise<Played> {
  const { invoker = '', data, past } = recorded.trigger.run ?? {};
  const { requester } = loadDefinition(recorded.definition);
  if (requester === undefined) throw new Error(`${recorded.definition} has no Requester.`);
  remote.script(recorded.remote.map(asScripted));
  const now = nowOf(recorded);
  const trace = new Trace(
    { threshold: 'debug', testMode: false, secretNames: new SecretNames() },
    { now: () => now, indent: 0, describeRequest: () => undefined },
  );
  const result = await callInvoker(
    {
      ...{ requester, invoker, data, trace, signal: new AbortController().signal },
      past: past && {
        firstAt: moment(past.InitialRequestDateTime),
        count: Number(past.RetryCount),
        interval: past.RetryInterval === undefined ? undefined : Number(past.RetryInterval),
        plannedAt: moment(past.RetryDateTime),
      },
    },
    {
      types: new InvokerTypes(),
      connections,
      userAgent: 'Ticketgate',
      contextOf: () => ({ now: () => new Date() }) as never,
      now: () => now,
      formatTime,
    },
  );
  const entry = trace.finish(
    { communicationID: '', communicationType: 'Requester', remoteIP: undefined, webServiceID: 1, time: now, path: '' },
    1e6,
  );
  const subjects = (entry?.contents ?? []).map(({ level, subject }) => `${level} ${subject}`);
  return { result, subjects, requests: [...remote.arrived] };
}

const PORTS = /:\d{4,5}\b/g;
const IGNORED = ['te', 'connection', 'user-agent', 'host', 'proxy-connection'];

/** Values with members in one order, numbers of intervals as texts. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (!isData(value)) return value ?? null;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, key === 'RetryInterval' ? String(value[key]) : comparable(value[key])]),
  );
}

function comparableBody(body: string): unknown {
  try {
    return comparable(JSON.parse(body));
  } catch {
    return body;
  }
}

function comparableRequest({ via, method, path, headers, body }: ArrivedRequest): unknown {
  const [address = '', query = ''] = path.replace(PORTS, '').split('?');
  const sent = headers
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    // Members come in any order, so their length is the same.
    .filter(([name, value]) => !IGNORED.includes(name) && !(name === 'content-length' && value === '0'));
  return {
    via,
    method,
    address,
    query: query.split('&').sort(),
    headers: sent.map(String).sort(),
    body: comparableBody(withoutTime(body)),
  };
}

function differencesOf(recorded: RecordedCall, { result, requests }: Played): readonly string[] {
  const { Success, ErrorMessage = '', Data: data } = recorded.result ?? { Success: -1 };
  const decision = result.retry === undefined ? undefined : describeDecision(result.retry, formatTime);
  const ours: Data = {
    Success: result.isSuccess ? 1 : 0,
    ErrorMessage: result.errorMessage.replace(PORTS, ''),
    Data: comparable(decision ?? result.data),
    requests: requests.map(comparableRequest),
  };
  const body = ({ bodyBase64, ...request }: RecordedCall['outgoing'][number]) => ({
    ...request,
    body: bodyBase64 === undefined ? request.body : Buffer.from(bodyBase64, 'base64').toString(),
  });
  const theirs: Data = {
    Success,
    ErrorMessage: ErrorMessage.replace(PORTS, ''),
    Data: comparable(data),
    requests: recorded.outgoing.map((each) => comparableRequest(body(each))),
  };
  return Object.keys(ours)
    .filter((key) => JSON.stringify(ours[key]) !== JSON.stringify(theirs[key]))
    .map((key) => `${recorded.name} ${key}: ${JSON.stringify(ours[key])} instead of ${JSON.stringify(theirs[key])}`);
}

describe('the recorded calls of invokers of an OTOBO 11', () => {
  (isThere ? it : it.skip)('end alike and send the same, but for those that are explained', async () => {
    const cases = readFileSync(join(RECORDED, 'requester.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedCall)
      .filter(({ trigger, group }) => trigger.run !== undefined && !OF_TICKETS.includes(group));
    const differences: string[] = [];
    for (const recorded of cases) differences.push(...differencesOf(recorded, await play(recorded)));
    const unexplained = differences.filter((text) => !EXPLAINED.includes(text.split(' ')[0] ?? ''));
    expect([cases.length, unexplained]).toEqual([185, []]);
  });
});
