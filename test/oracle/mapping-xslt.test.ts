import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isData, type Data, type Operation } from '@ticketgate/sdk';

import { startGateway, type GatewayHarness } from '../../packages/gateway/test/gateway-harness.js';
import { test } from '../../packages/accounts/src/session-plugin/index.js';

const RECORDED = join(import.meta.dirname, '..', '..', '..', 'shared', 'oracle', 'requester', 'xslt.jsonl');
const isThere = existsSync(RECORDED);
if (!isThere) process.stderr.write('skipped: the recorded XSLT mappings (../shared/oracle/requester) are not here\n');

interface RecordedMapping {
  readonly name: string;
  readonly direction: 'inbound' | 'outbound';
  readonly mapping: Data;
  readonly otherMapping?: Data | null;
  readonly request: { readonly method: string; readonly path: string; readonly body: string | null };
  readonly answer: { readonly status: number; readonly body: string };
  readonly subjects: readonly string[];
}

/** Cases that `docs/compatibility.md` explains. */
const EXPLAINED = ['x.tpl.document-function-local-file', 'x.rx.pre-replace-with-quote', 'x.rx.pre-dollar-and-at'];

/** The operation of the recordings, and the other one that a case of them maps to. */
const echo: Operation = {
  ...test,
  run(input, context) {
    const isLogin = isData(input) && typeof input.UserLogin === 'string' && typeof input.Password === 'string';
    return isLogin ? Promise.resolve({ SessionID: 'any' }) : test.run(input, context);
  },
};

function definitionOf({ direction, mapping, otherMapping }: RecordedMapping): string {
  const [own, other] =
    direction === 'inbound' ? ['MappingInbound', 'MappingOutbound'] : ['MappingOutbound', 'MappingInbound'];
  const config = { RouteOperationMapping: { Op: { Route: '/t' } } };
  const operation = { Type: 'Test::Test', [own]: mapping, ...(otherMapping ? { [other]: otherMapping } : {}) };
  const provider = { Operation: { Op: operation }, Transport: { Type: 'HTTP::REST', Config: config } };
  return JSON.stringify({ Debugger: { DebugThreshold: 'debug' }, Provider: provider }).replaceAll(':null', ': ~');
}

/** As values: the recorded system writes members in any order. */
function comparable(body: string): unknown {
  const text = body.replace(/"SessionID":"\w+"/, '"SessionID":"any"');
  return /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text;
}

describe('the recorded XSLT mappings of an OTOBO 11', () => {
  let harness: GatewayHarness;

  beforeAll(async () => {
    harness = await startGateway([echo]);
  });

  afterAll(() => harness.close());

  async function answer(recorded: RecordedMapping): Promise<unknown> {
    const { request } = recorded;
    harness.publish({ T: definitionOf(recorded) });
    const body = request.body === null ? {} : { body: request.body };
    const { status, text } = await harness.call(`/Webservice/T${request.path}`, { method: request.method, ...body });
    return { status, body: comparable(text) };
  }

  (isThere ? it : it.skip)('are answered alike, but for those that are explained', async () => {
    const cases = readFileSync(RECORDED, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as RecordedMapping);
    const differences: string[] = [];
    for (const recorded of cases) {
      const ours = await answer(recorded);
      const theirs = { status: recorded.answer.status, body: comparable(recorded.answer.body) };
      if (JSON.stringify(sorted(ours)) !== JSON.stringify(sorted(theirs))) differences.push(recorded.name);
    }
    expect(cases.length).toBeGreaterThan(100);
    expect(differences).toEqual(EXPLAINED);
  });
});

/** With the members of objects in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isData(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}
