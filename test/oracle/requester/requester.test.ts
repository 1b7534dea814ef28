import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadWebService, type WebService } from '@ticketgate/definition';
import { SecretNames, Trace } from '@ticketgate/gateway';
import {
  openTokens,
  callInvoker,
  openConnections,
  describeDecision,
  invokerTypes,
  type CallResult,
  type RetryState,
} from '@ticketgate/runtime/invokers/call';
import { type Data, isData } from '@ticketgate/sdk';

import { makeSelfSigned } from '../../support/self-signed.js';
import {
  ANSWERS,
  Everywhere,
  Remote,
  type ArrivedRequest,
  type ScriptedAnswer,
} from '../../../packages/runtime/test/invokers/remote.js';
import { explainedNames, isThere, playerOf, readRecorded, readRecordedFile, type Recorded } from './recorded.js';

let folder = '';
let remote: Remote;
const connections = openConnections(new Everywhere());
const tokens = openTokens(
  connections,
  () => undefined,
  () => new Date(),
);

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
  const text = readRecordedFile(file)
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
function nowOf({ trigger, result }: Recorded): Date {
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
}

interface Attempt {
  readonly invoker: string;
  readonly data: unknown;
  readonly past?: RetryState | undefined;
}

async function attempt({ definition }: Recorded, tried: Attempt, now: Date): Promise<Played> {
  const { requester } = loadDefinition(definition);
  if (requester === undefined) throw new Error(`${definition} has no Requester.`);
  const trace = new Trace(
    { threshold: 'debug', testMode: false, secretNames: new SecretNames() },
    { now: () => now, indent: 0, describeRequest: () => undefined },
  );
  const result = await callInvoker(
    { ...tried, requester, trace, signal: new AbortController().signal },
    {
      types: invokerTypes(),
      connections,
      maxRetryAfter: 86_400,
      answers: ANSWERS,
      tokens,
      userAgent: 'Ticketgate',
      makeContext: () => ({ now: () => new Date() }) as never,
      now: () => now,
      formatTime,
    },
  );
  const entry = trace.finish(
    { communicationID: '', communicationType: 'Requester', remoteIP: undefined, webServiceID: 1, time: now, path: '' },
    1e6,
  );
  const subjects = (entry?.contents ?? []).map(({ level, subject }) => `${level} ${subject.replace(PORTS, '')}`);
  return { result, subjects };
}

function stateOf(past: Data): RetryState {
  return {
    firstAt: moment(past.InitialRequestDateTime),
    count: Number(past.RetryCount),
    interval: past.RetryInterval === undefined ? undefined : Number(past.RetryInterval),
    plannedAt: moment(past.RetryDateTime),
  };
}

async function play(recorded: Recorded): Promise<Played> {
  const { invoker = '', data, past } = recorded.trigger.run ?? {};
  remote.script(recorded.remote.map(asScripted));
  return attempt(recorded, { invoker, data, past: past && stateOf(past) }, nowOf(recorded));
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

/** Either debug log says in words of its own what was called, and which part of the family could not be loaded. */
function isOfBoth(subject: string): boolean {
  return !/^error (?:Request that failed|Can't load .* backend module!|Backend .* not found\.|Got MappingConfig .*)$/.test(
    subject,
  );
}

function differencesOf(recorded: Recorded, { result, subjects }: Played): readonly string[] {
  const { Success, ErrorMessage = '', Data: data } = recorded.result ?? { Success: -1 };
  const decision = result.retry === undefined ? undefined : describeDecision(result.retry, formatTime);
  const ours: Data = {
    Success: result.isSuccess ? 1 : 0,
    ErrorMessage: result.errorMessage.replace(PORTS, ''),
    Data: comparable(decision ?? result.data),
    requests: remote.arrived.map(comparableRequest),
    subjects: subjects.filter(isOfBoth),
  };
  const body = ({ bodyBase64, ...request }: Recorded['outgoing'][number]) => ({
    ...request,
    body: bodyBase64 === undefined ? request.body : Buffer.from(bodyBase64, 'base64').toString(),
  });
  const theirs: Data = {
    Success,
    ErrorMessage: ErrorMessage.replace(PORTS, ''),
    Data: comparable(data),
    requests: recorded.outgoing.map((each) => comparableRequest(body(each))),
    subjects: recorded.debugger.map(({ level, subject }) => `${level} ${subject.replace(PORTS, '')}`).filter(isOfBoth),
  };
  return Object.keys(ours)
    .filter((key) => JSON.stringify(ours[key]) !== JSON.stringify(theirs[key]))
    .map((key) => `${recorded.name} ${key}: ${JSON.stringify(ours[key])} instead of ${JSON.stringify(theirs[key])}`);
}

/** The attempts that are planned one after the other, in the recorded chains. */
function plannedIn(recorded: Recorded): readonly Data[] {
  const found = JSON.stringify(recorded.steps).match(/\{"InitialRequestDateTime"[^}]*\}/g) ?? [];
  const planned = found.map((text) => JSON.parse(text) as Data);
  return [...new Map(planned.map((each) => [each.RetryCount, each])).values()];
}

/** Makes a call again and again, each time at once, as long as it is planned again. */
async function attempts(recorded: Recorded, start: Date): Promise<readonly unknown[]> {
  const [invoker = ''] = loadDefinition(recorded.definition).requester?.invokers.keys() ?? [];
  const data = { TicketID: recorded.captures?.TID, Event: recorded.trigger.eventName };
  remote.script(recorded.remote);
  const decisions: unknown[] = [];
  let past: RetryState | undefined;
  do {
    const { result } = await attempt(recorded, { invoker, data, past }, start);
    past = result.retry ?? undefined;
    if (past !== undefined) decisions.push(describeDecision(past, formatTime).PastExecutionData);
  } while (past !== undefined && remote.arrived.length < recorded.outgoing.length);
  return decisions;
}

describe('the recorded calls of invokers of an OTOBO 11', () => {
  const cases = readRecorded().filter((each) => playerOf(each) === 'calls');
  const explained = explainedNames();

  (isThere ? it : it.skip)('end alike and send the same, but for those that are explained', async () => {
    const differences: string[] = [];
    for (const recorded of cases.filter(({ trigger }) => trigger.run !== undefined)) {
      differences.push(...differencesOf(recorded, await play(recorded)));
    }
    const nameOf = (text: string) => text.split(' ')[0] ?? '';
    expect(differences.filter((text) => !explained.has(nameOf(text)))).toEqual([]);
    const differing = [...new Set(differences.map(nameOf))];
    expect(differing).toEqual(cases.map(({ name }) => name).filter((name) => explained.has(name)));
  });

  (isThere ? it : it.skip)('are made again at the same times', async () => {
    const chains = cases.filter(({ trigger }) => trigger.run === undefined);
    for (const recorded of chains) {
      const planned = plannedIn(recorded);
      expect(comparable(await attempts(recorded, moment(planned[0]?.InitialRequestDateTime)))).toEqual(
        comparable(planned),
      );
      expect(remote.arrived.map(comparableRequest)).toEqual(recorded.outgoing.map(comparableRequest));
    }
    expect(chains).toHaveLength(5);
  });
});
