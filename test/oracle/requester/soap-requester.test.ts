import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { loadWebService } from '@ticketgate/definition';
import { SecretNames, Trace } from '@ticketgate/gateway';
import {
  openTokens,
  callInvoker,
  openConnections,
  invokerTypes,
  type CallResult,
} from '@ticketgate/runtime/invokers/call';
import { isData, type Data } from '@ticketgate/sdk';

import {
  ANSWERS,
  Everywhere,
  Remote,
  type ArrivedRequest,
  type ScriptedAnswer,
} from '../../../packages/runtime/test/invokers/remote.js';
import { explainedNames, ORACLE } from './recorded.js';

const RECORDED = join(ORACLE, 'soap', 'requester');
const isThere = existsSync(RECORDED);
const whereThere = isThere ? it : it.skip;

interface RecordedCall {
  readonly name: string;
  readonly definition: string;
  readonly invoker: string;
  readonly data: Data;
  readonly remote?: ScriptedAnswer;
  readonly outgoing?: readonly Omit<ArrivedRequest, 'via'>[];
  readonly result?: { readonly Success: number; readonly ErrorMessage?: string; readonly Data?: unknown };
}

let remote: Remote;
const connections = openConnections(new Everywhere());
const tokens = openTokens(
  connections,
  () => undefined,
  () => new Date(),
);

beforeAll(async () => {
  remote = await Remote.start();
});

afterAll(async () => {
  await connections.close();
  await remote.close();
});

interface Played {
  readonly result: CallResult;
  readonly log: string;
}

/** Calls the invoker of a definition, with the answers of the other system as scripted. */
async function call(
  text: string,
  invoker: string,
  { data, isDryRun = false }: { data: Data; isDryRun?: boolean },
): Promise<Played> {
  const requester = loadWebService(text).webService?.requester;
  if (requester === undefined) throw new Error('There is no Requester.');
  const trace = new Trace(
    { threshold: 'debug', testMode: false, secretNames: new SecretNames() },
    { now: () => new Date(0), indent: 0, describeRequest: () => undefined },
  );
  const result = await callInvoker(
    { invoker, data, requester, trace, isDryRun, signal: new AbortController().signal },
    {
      types: invokerTypes(),
      connections,
      maxRetryAfter: 86_400,
      answers: ANSWERS,
      tokens,
      userAgent: 'Ticketgate',
      makeContext: () => ({ now: () => new Date() }) as never,
      now: () => new Date(0),
      formatTime: String,
    },
  );
  const entry = trace.finish(
    {
      communicationID: '',
      communicationType: 'Requester',
      remoteIP: undefined,
      webServiceID: 1,
      time: new Date(0),
      path: '',
    },
    1e6,
  );
  return { result, log: JSON.stringify(entry?.contents ?? []) };
}

const IGNORED = ['te', 'connection', 'user-agent', 'host', 'accept', 'content-length'];

/** Invented names are numbered by the family. */
function comparable({ method, path, headers, body }: Omit<ArrivedRequest, 'via'>) {
  const sent = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    method,
    path,
    headers: sent
      .filter(([name]) => !IGNORED.includes(name))
      .map(String)
      .sort(),
    body: body
      .replace(/namesp\d+/g, 'namesp')
      .replace(/\bc-gensym\d+\b/g, 'item')
      .replace(/<(\/?)item>/g, '<$1item>'),
  };
}

/** Without lines of Perl, and what its own parser and network say. */
function comparableMessage(message = ''): string {
  return message
    .replace(/ at \/\S+ line \d+.*$/s, '')
    .replace(/^(Error in SOAP call: )(?:500 |\n|The body is not XML).*$/s, '$1…')
    .replace(/^Error creating SOAPHandle.*$/s, 'Error in SOAP call: …')
    .replace(/^(detail: )[^,]*/, '$1…');
}

/** The recorded result, and null for no data, which both handle alike. */
function outcome(success: boolean, message: string | undefined, data: unknown): unknown {
  const isEmpty = !isData(data) || Object.keys(data).length === 0;
  return { success, message: comparableMessage(message), data: isEmpty ? null : data };
}

function readCalls(): readonly RecordedCall[] {
  if (!isThere) return [];
  const lines = readFileSync(join(RECORDED, 'requester.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedCall);
}

async function differenceOf({
  definition,
  invoker,
  data,
  remote: answer,
  outgoing,
  result: theirs,
}: RecordedCall): Promise<string> {
  const text = readFileSync(join(RECORDED, definition), 'utf8')
    .replace(/:18020\b/, `:${remote.port}`)
    .replace(/:18029\b/, ':65535');
  remote.script(answer === undefined ? [] : [answer]);
  const { result } = await call(text, invoker, { data });
  const found = outcome(result.isSuccess, result.errorMessage, result.data);
  const expected = theirs && outcome(theirs.Success === 1, theirs.ErrorMessage, theirs.Data);
  const parts = [
    ...(expected === undefined ? [] : [[found, expected]]),
    ...(outgoing === undefined ? [] : [[remote.arrived.map(comparable), outgoing.map(comparable)]]),
  ].map((pair) => pair.map((one) => JSON.stringify(one)));
  return parts
    .filter(([ours, recorded]) => ours !== recorded)
    .map(([ours, recorded]) => `${ours} instead of ${recorded}`)
    .join('\n');
}

/** They send the version of the answer that the recorded process got before, so they are not alike when it is asked twice. */
const OF_PROCESS = ['answer.header', 'fault.own-name'];

describe('the recorded calls of SOAP invokers of an OTOBO 11', () => {
  whereThere('end alike and send the same, but for those that are explained', async () => {
    const explained = explainedNames();
    const calls = readCalls();
    const differing: string[] = [];
    for (const recorded of calls) {
      const difference = await differenceOf(recorded);
      if (difference !== '') differing.push(`${recorded.name}: ${difference}`);
    }
    expect(differing.filter((text) => !explained.has(`${text.split(':')[0] ?? ''} (SOAP)`))).toEqual([]);
    const isComparable = ({ name, result, outgoing }: RecordedCall) =>
      (result !== undefined || outgoing !== undefined) && !OF_PROCESS.includes(name);
    const comparable = calls.filter(isComparable).map(({ name }) => name);
    const unlike = comparable.filter((name) => differing.some((text) => text.startsWith(`${name}:`)));
    expect(1 - unlike.length / comparable.length).toBeGreaterThanOrEqual(0.95);
  });
});

interface RecordedEffect {
  readonly id: string;
  readonly definition: string;
  readonly remote?: readonly ScriptedAnswer[];
  readonly outgoing?: readonly Omit<ArrivedRequest, 'via'>[];
}

const EFFECTS = join(ORACLE, 'znuny-more', 'effects.jsonl.gz');

/** What transports of Znuny have sent, each with the same data. */
function readEffects(): readonly RecordedEffect[] {
  if (!isThere) return [];
  const lines = gunzipSync(readFileSync(EFFECTS)).toString().trim().split('\n');
  return lines
    .map((line) => JSON.parse(line) as RecordedEffect)
    .filter(({ id }) => /^(?:rest\.Rest|reqsoap\.)/.test(id));
}

/** Members of JSON have no order. */
function parsedBody(request: ReturnType<typeof comparable>): unknown {
  return { ...request, body: request.body.startsWith('{') ? (JSON.parse(request.body) as unknown) : request.body };
}

describe('the recorded requests of transports of a Znuny', () => {
  whereThere('are sent alike, but for those that are explained', async () => {
    const explained = explainedNames();
    const effects = readEffects().filter(({ id }) => !explained.has(id));
    expect(effects.length).toBeGreaterThan(5);
    for (const { id, definition, remote: answers = [], outgoing = [] } of effects) {
      const written = readFileSync(join(ORACLE, 'znuny-more', 'definitions', definition), 'utf8');
      const text = `${written.replace(/:19121\b/, `:${remote.port}`)}\nGateway: { Profile: znuny }\n`;
      remote.script(answers);
      await call(text, 'Go', { data: { Event: 'TicketTitleUpdate', TicketID: '71' } });
      const [ours, theirs] = [remote.arrived, outgoing].map((requests) =>
        requests.map((request) => parsedBody(comparable(request))),
      );
      expect([id, ours]).toEqual([id, theirs]);
    }
  });
});

const NAMESPACE = 'urn:example:remote';

function definitionWith(more = '', retry = ''): string {
  return `
Debugger: { DebugThreshold: error }
Requester:
  Transport:
    Type: HTTP::SOAP
    Config: { NameSpace: '${NAMESPACE}', Endpoint: 'http://127.0.0.1:${remote.port}/soap', Timeout: 5${more} }
  Invoker:
    Report: { Type: Generic::PassThrough }
${retry}`;
}

const RETRY = `
  ErrorHandling: { Again: { Type: RequestRetry, ScheduleRetry: 1, RetryIntervalStart: 10, RetryIntervalFactor: 1 } }
  ErrorHandlingPriority: [Again]
`;

function envelope(content: string): string {
  return `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${content}</e:Body></e:Envelope>`;
}

const FAULT = envelope('<e:Fault><faultcode>e:Server</faultcode><faultstring>No room</faultstring></e:Fault>');

async function report(answer: ScriptedAnswer, text = definitionWith()): Promise<Played> {
  remote.script([answer]);
  return call(text, 'Report', { data: { Text: 'Grüße <1>' } });
}

describe('an invoker over SOAP', () => {
  it('sends an envelope and returns what is in the element of the answer', async () => {
    const { result } = await report({ status: 200, body: envelope('<ReportResponse><ID>7</ID></ReportResponse>') });
    expect(result.data).toEqual({ ID: '7' });
    const [request] = remote.arrived;
    expect(request?.body).toContain(
      `<namesp1:Report xmlns:namesp1="${NAMESPACE}"><Text>Grüße &lt;1&gt;</Text></namesp1:Report>`,
    );
    expect(request?.headers).toContainEqual(['SOAPAction', `"${NAMESPACE}#Report"`]);
  });

  it('names the operation of the other system, a prefix and the end of the name of the answer', async () => {
    const text = definitionWith(', FixedNameSpacePrefix: erp, ResponseTagSuffix: Message, SOAPActionScheme: Operation');
    const named = text.replace('Type: Generic', 'OperationName: Make, Type: Generic');
    const body = envelope('<MakeResponseMessage><ID>7</ID></MakeResponseMessage>');
    const { result } = await report({ status: 200, body }, named);
    expect(result.data).toEqual({ ID: '7' });
    const [request] = remote.arrived;
    expect(request?.body).toContain(`<erp:Make xmlns:erp="${NAMESPACE}"><Text>Grüße &lt;1&gt;</Text></erp:Make>`);
    expect(request?.headers).toContainEqual(['SOAPAction', '"Report"']);
    const other = await report({ status: 200, body }, named.replace(', SOAPActionScheme: Operation', ''));
    expect(other.result.isSuccess).toBe(true);
    expect(remote.arrived[0]?.headers).toContainEqual(['SOAPAction', `"${NAMESPACE}#Make"`]);
    const { result: refused } = await report({ status: 200 }, named.replace('Prefix: erp', 'Prefix: 1 2'));
    expect([refused.isSuccess, remote.arrived]).toEqual([false, []]);
  });

  it.each([200, 500])(
    'fails with the code and the text of a Fault with status %d, and may be repeated',
    async (status) => {
      const { result } = await report({ status, body: FAULT }, definitionWith('', RETRY));
      expect(result.isSuccess).toBe(false);
      expect(result.errorMessage).toBe('faultcode: e:Server, faultstring: No room');
      expect(result.isAccepted).toBe(false);
      expect(result.retry?.count).toBe(1);
    },
  );

  it('tells the code and the reason of a Fault of SOAP 1.2', async () => {
    const fault = '<Fault><Code><Value>e:Receiver</Value></Code><Reason><Text>No room</Text></Reason></Fault>';
    const { result } = await report({ status: 500, body: envelope(fault) });
    expect(result.errorMessage).toBe('Code: e:Receiver, Reason: No room');
  });

  it('does not repeat a request that was accepted with another answer', async () => {
    const { result } = await report({ status: 200, body: envelope('<Other/>') }, definitionWith('', RETRY));
    expect(result.errorMessage).toBe("No response data found for specified operation 'Report' in soap response");
    expect(result.isAccepted).toBe(true);
  });

  it('does not follow redirects', async () => {
    const { result } = await report({ status: 302, headers: { Location: '/elsewhere' } });
    expect(result.errorMessage).toBe('Error in SOAP call: 302 Found');
    expect(remote.arrived).toHaveLength(1);
  });

  it.each([
    ['elements', '<a/>'.repeat(100_001), 'more than 100000 elements'],
    [
      'attributes',
      `<a ${Array.from({ length: 20_001 }, (_, at) => `a${at}=""`).join(' ')}/>`,
      'more than 100 attributes',
    ],
    ['depth', '<a>'.repeat(600), 'nested deeper than 512 levels'],
    ['bytes', 'x'.repeat(10_000_001), 'more than 10000000 bytes'],
  ])('refuses an answer beyond the limit of its %s', async (_, content, reason) => {
    const { result } = await report({ status: 200, body: envelope(`<ReportResponse>${content}</ReportResponse>`) });
    expect(result.isSuccess).toBe(false);
    expect(result.errorMessage).toContain(reason);
  });

  it('refuses an answer with a document type', async () => {
    const body = `<!DOCTYPE a [<!ENTITY e "x">]>${envelope('<ReportResponse><A>&e;</A></ReportResponse>')}`;
    const { result } = await report({ status: 200, body });
    expect(result.errorMessage).toContain('document type declaration');
  });

  it('shows its request in a dry run without sending it', async () => {
    remote.script([]);
    const { result } = await call(definitionWith(), 'Report', { data: { A: '1' }, isDryRun: true });
    expect(result.requests[0]?.request).toMatchObject({ method: 'POST', address: '/soap' });
    expect(remote.arrived).toEqual([]);
  });
});
