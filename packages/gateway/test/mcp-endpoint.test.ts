import { Readable } from 'node:stream';
import type { OpenMcpEndpoint } from '@ticketgate/gateway';
import { defineOperation, isData, stream } from '@ticketgate/sdk';

import { service, startGateway, type GatewayHarness } from './gateway-harness.js';

let ended = false;

const download = defineOperation({
  type: 'Custom::Download',
  summary: 'Answers a file.',
  effect: 'reads',
  input: { type: 'object' },
  async run() {
    const readable = Readable.from(['a file']);
    readable.once('close', () => (ended = true));
    return stream(readable, { contentType: 'text/plain' });
  },
});

/** Calls the operation that a message names, and answers what became of it. */
const plainEndpoint: OpenMcpEndpoint = async () => ({
  async answer(message, exchange) {
    const input = isData(message.input) ? message.input : {};
    const outcome = await exchange.call(String(message.call), input).catch((error: unknown) => ({ error }));
    return { status: 200, body: outcome };
  },
});

const DEFINITION = service({
  gateway:
    '{ Profile: contract, ErrorStatus: http, MCP: { Operations: [Echo] }, Authentication: { Accept: [UserLogin, ApiKey] } }',
})
  .replace('    Gone: {', `    Download: { Type: 'Custom::Download' }\n    Gone: {`)
  .replace('        Gone: {', '        Download: { Route: /download, RequestMethod: [GET] }\n        Gone: {');

let harness: GatewayHarness;
let opened = 0;

beforeAll(async () => {
  harness = await startGateway([download], {}, (each) => {
    opened += 1;
    return opened === 1 ? Promise.reject(new Error('not today')) : plainEndpoint(each);
  });
  harness.publish({ Agents: DEFINITION });
});

afterAll(() => harness.close());

const send = async (body: unknown, headers: Record<string, string> = {}) => {
  const answer = await harness.call('/Webservice/Agents/mcp', { method: 'POST', body, headers });
  return { status: answer.status, body: JSON.parse(answer.text) as unknown };
};

it('tries again to open an endpoint that could not be opened, and keeps the one that could', async () => {
  expect((await send({ call: 'Echo' })).status).toBe(500);
  expect((await send({ call: 'Echo' })).status).toBe(200);
  expect((await send({ call: 'Echo' })).status).toBe(200);
  expect(opened).toBe(2);
});

it('takes credentials from headers only', async () => {
  const input = { UserLogin: 'anna', Name: 'x' };
  const { body } = await send({ call: 'Echo', input }, { 'X-API-Key': 'tg_1', Cookie: 'HostSession=1' });
  expect(body).toMatchObject({ kind: 'done', data: { Input: input, Credentials: { ApiKey: 'tg_1' } } });
  expect(JSON.stringify(body)).not.toContain('"Credentials":{"UserLogin"');
});

it('says that a tool cannot return a file (Gateway.AnswerStreamed), and closes the file', async () => {
  const { body } = await send({ call: 'Download' });
  expect(body).toMatchObject({ kind: 'refused', code: 'Gateway.AnswerStreamed' });
  expect(ended).toBe(true);
});

it('ends a request in the same way as any other when its call fails, whatever the protocol says', async () => {
  const { status, body } = await send({ call: 'Gone' });
  expect([status, JSON.stringify(body)]).toEqual([500, expect.stringContaining('Gateway.OperationMissing')]);
});

it('answers the preflight of pages, and allows only POST', async () => {
  const preflight = await harness.call('/Webservice/Agents/mcp', { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.allow]).toEqual([204, 'OPTIONS, POST']);
  const read = await harness.call('/Webservice/Agents/mcp');
  expect(read.text).toContain('Gateway.MethodNotAllowed');
});
