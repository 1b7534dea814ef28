import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { ContractServer } from './contract/support/contract-server.js';

const ROOT = join(import.meta.dirname, '..');
const SHIPPED = readFileSync(join(ROOT, 'config', 'webservices', 'TicketService.yml'), 'utf8');
const OPERATIONS = 'SessionCreate, TicketCreate, TicketDelete, TicketGet, TicketList, QueueList';
/** The shipped service with tools, a list of the catalogue and an origin. */
const AGENTS = SHIPPED.replace(
  '  Answer: envelope',
  `  Answer: envelope\n  MCP: { Operations: [${OPERATIONS}] }\n  Cors: { Origins: [https://pages.example.org] }`,
)
  .replace('DebugThreshold: error', 'DebugThreshold: debug')
  .replace('    SessionRemove:\n', `    QueueList: { Type: Catalogue::QueueList }\n    SessionRemove:\n`)
  .replace(
    '        SessionRemove:\n',
    `        QueueList: { Route: /QueueList, RequestMethod: [GET] }\n        SessionRemove:\n`,
  );
const LIMITED = AGENTS.replace('  Answer: envelope', '  Answer: envelope\n  RateLimit: { Requests: 2, Seconds: 600 }');
const LOCKED = AGENTS.replace('  Authentication:\n', '  Authentication:\n    OnlyAgents: [api_agent]\n');
const FULL = AGENTS.replace('MCP: { ', 'MCP: { Schemas: full, ');
const TAKEN = AGENTS.replace('Route: /QueueList', 'Route: /mcp');

const TICKET = {
  Ticket: { Title: 'Printer on fire', Queue: 'Raw', State: 'new', Priority: '3 normal', CustomerUser: 'carla' },
  Article: { Subject: 'Help', Body: 'It burns.', MimeType: 'text/plain' },
};

let server: ContractServer;
let key = '';
let readingKey = '';

beforeAll(async () => {
  server = await ContractServer.start('http', {
    Agents: AGENTS,
    Limited: LIMITED,
    Locked: LOCKED,
    Full: FULL,
    Taken: TAKEN,
  });
  const { apiKeys } = server.server.system.accounts;
  key = await apiKeys.create({ name: 'agent', agentID: 1 });
  readingKey = await apiKeys.create({ name: 'reader', agentID: 1, operations: ['Ticket::TicketList'] });
});

afterAll(() => server.stop());

const addressOf = (service: string) => new URL(`${server.server.url}/Webservice/${service}/mcp`);

async function withAgent<Result>(
  headers: Record<string, string>,
  work: (agent: Client) => Promise<Result>,
  service = 'Agents',
): Promise<Result> {
  const agent = new Client({ name: 'test', version: '1' });
  await agent.connect(new StreamableHTTPClientTransport(addressOf(service), { requestInit: { headers } }));
  try {
    return await work(agent);
  } finally {
    await agent.close();
  }
}

async function callTool(agent: Client, name: string, input: Record<string, unknown>): Promise<CallToolResult> {
  // The other form of results belongs to versions before 2024.
  return (await agent.callTool({ name, arguments: input })) as CallToolResult;
}

const post = (service: string, message: unknown, headers: Record<string, string> = {}) =>
  fetch(addressOf(service), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'X-API-Key': key,
      ...headers,
    },
    body: JSON.stringify(message),
  });

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('an AI agent', () => {
  it('sees the operations that the service names, except those that take secrets', async () => {
    const { tools } = await withAgent({ 'X-API-Key': key }, (agent) => agent.listTools());
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'QueueList',
      'TicketCreate',
      'TicketDelete',
      'TicketGet',
      'TicketList',
    ]);
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    expect(byName.get('TicketGet')?.annotations).toEqual({
      title: 'TicketGet',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(byName.get('TicketDelete')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(byName.get('TicketCreate')).toMatchObject({
      description: expect.stringContaining('Creates a ticket') as unknown,
      inputSchema: { type: 'object', required: ['Ticket', 'Article'] },
      outputSchema: { type: 'object', properties: { TicketID: {} } },
    });
    expect(JSON.stringify(byName.get('TicketCreate')?.inputSchema)).not.toMatch(/SessionID|Password/);
  });

  it('is told of the input of each tool in less than 4 kB, and in full where it or the service asks', async () => {
    const { tools, whole } = await withAgent({ 'X-API-Key': key }, async (agent) => {
      const uri = 'ticketgate://Agents/schemas/TicketList';
      const listed = await agent.listTools();
      expect(listed.tools.find(({ name }) => name === 'TicketList')?.description).toContain(
        `More members: read ${uri}.`,
      );
      const { contents } = await agent.readResource({ uri });
      return { tools: listed.tools, whole: JSON.parse((contents[0] as { text: string }).text) as object };
    });
    const full = (await withAgent({ 'X-API-Key': key }, (agent) => agent.listTools(), 'Full')).tools;
    for (const { inputSchema } of tools) {
      expect(Buffer.byteLength(JSON.stringify(inputSchema))).toBeLessThan(4096);
      expect(() => new Ajv2020({ strictTypes: false }).compile(inputSchema)).not.toThrow();
    }
    const schemaOf = (list: typeof tools, tool: string) => list.find(({ name }) => name === tool)?.inputSchema;
    expect(Object.keys(schemaOf(tools, 'TicketList')?.properties ?? {})).toEqual(
      expect.arrayContaining(['After', 'Fields', 'Limit', 'SortBy', 'DynamicField', 'Title', 'Queues', 'StateType']),
    );
    expect(schemaOf(tools, 'TicketCreate')).toMatchObject({
      required: ['Ticket', 'Article'],
      properties: { DynamicField: { type: 'array', items: { required: ['Name', 'Value'] } } },
    });
    expect(whole).toEqual(schemaOf(full, 'TicketList'));
    expect(whole).toHaveProperty('properties.TicketEscalationSolutionTimeNewerDate');
    for (const { inputSchema } of [...tools, ...full]) expect(inputSchema.additionalProperties).toBe(false);
    expect(schemaOf(tools, 'TicketDelete')).toEqual(schemaOf(full, 'TicketDelete'));
  });

  it('calls tools, and gets the answer of the operation', async () => {
    await withAgent({ 'X-API-Key': key }, async (agent) => {
      await agent.listTools();
      const made = await callTool(agent, 'TicketCreate', TICKET);
      const { TicketID, TicketNumber } = made.structuredContent as { TicketID: string; TicketNumber: string };
      expect(JSON.parse((made.content[0] as { text: string }).text)).toEqual(made.structuredContent);
      const read = await callTool(agent, 'TicketGet', { TicketID });
      expect(read.structuredContent).toMatchObject({ Ticket: [{ TicketNumber, Title: 'Printer on fire' }] });

      const refused = await callTool(agent, 'TicketCreate', {
        ...TICKET,
        Ticket: { ...TICKET.Ticket, Queue: 'Nowhere' },
      });
      expect(refused).toMatchObject({
        isError: true,
        content: [{ text: expect.stringMatching(/^TicketCreate\./) as unknown }],
      });
    });
  });

  it('finds no other resources than the schemas', async () => {
    await withAgent({ 'X-API-Key': key }, async (agent) => {
      const { resources } = await agent.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual([
        'ticketgate://Agents/schemas/TicketCreate',
        'ticketgate://Agents/schemas/TicketList',
      ]);
      expect((await agent.listResourceTemplates()).resourceTemplates).toEqual([]);
      await expect(agent.readResource({ uri: 'ticketgate://Agents/users' })).rejects.toThrow('There is no resource');
    });
  });

  it('is refused without credentials, with a key that does not allow the call, and for an unknown tool', async () => {
    const create = (headers: Record<string, string>) =>
      withAgent(headers, (agent) => callTool(agent, 'TicketCreate', TICKET));
    const authFail = { isError: true, content: [{ text: expect.stringContaining('AuthFail') as unknown }] };
    const missing = expect.stringContaining('TicketCreate.MissingParameter') as unknown;
    expect(await create({})).toMatchObject({ isError: true, content: [{ text: missing }] });
    expect(await create({ 'X-API-Key': readingKey })).toMatchObject(authFail);
    const found = await withAgent({ 'X-API-Key': readingKey }, (agent) => callTool(agent, 'TicketList', {}));
    expect(found.isError).toBeUndefined();
    await withAgent({ 'X-API-Key': key }, async (agent) => {
      await expect(callTool(agent, 'TicketUpdate', {})).rejects.toThrow('There is no tool "TicketUpdate".');
    });
  });

  it('proves who it is in headers only', async () => {
    const { login } = server;
    const inArguments = await withAgent({}, (agent) => callTool(agent, 'TicketList', { ...login }));
    expect(inArguments).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('AuthFail') as unknown }],
    });
    const headers = { 'X-OTRS-Header-UserLogin': login.UserLogin, 'X-OTRS-Header-Password': login.Password };
    expect((await withAgent(headers, (agent) => callTool(agent, 'TicketList', {}))).isError).toBeUndefined();
  });

  it('is refused by a service that is locked to another agent', async () => {
    const answer = await withAgent({ 'X-API-Key': key }, (agent) => callTool(agent, 'TicketList', {}), 'Locked');
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('AuthFail') as unknown }],
    });
  });

  it('counts for the rate limit of the service', async () => {
    const statuses = [];
    for (const message of [listTools, listTools, listTools]) statuses.push((await post('Limited', message)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('records a call in the debug log, without its key', async () => {
    await withAgent({ 'X-API-Key': key }, (agent) => callTool(agent, 'TicketList', { Title: 'a recorded title' }));
    let content = '';
    while (!content.includes('a recorded title')) {
      const rows = await server.server.database.query('select content from gi_debugger_entry_content');
      content = rows.map((row) => JSON.stringify(row)).join('\n');
    }
    expect(content).toContain('tools/call');
    expect(content).not.toContain(key);
  });
});

describe('<service>/mcp', () => {
  it('refuses pages of foreign origins (Gateway.OriginNotAllowed), also those that share its host name', async () => {
    for (const origin of ['https://evil.example', server.server.url]) {
      const answer = await post('Agents', listTools, { Origin: origin });
      expect([answer.status, await answer.json()]).toMatchObject([403, { ErrorCode: 'Gateway.OriginNotAllowed' }]);
    }
    const listed = await post('Agents', listTools, { Origin: 'https://pages.example.org' });
    expect([listed.status, listed.headers.get('Access-Control-Allow-Origin')]).toEqual([
      200,
      'https://pages.example.org',
    ]);
  });

  it.each(['*/*', 'application/json', 'application/*;q=0.8, text/html', 'text/event-stream, application/json', ''])(
    'answers with JSON where a client accepts "%s"',
    async (accept) => {
      const answer = await post('Agents', listTools, { Accept: accept });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    },
  );

  it.each(['text/html', 'application/json;q=0', 'text/event-stream'])(
    'does not where it accepts "%s"',
    async (accept) => {
      const answer = await post('Agents', listTools, { Accept: accept });
      const message = expect.stringContaining(`Accept is "${accept}"`) as unknown;
      expect([answer.status, await answer.json()]).toEqual([
        406,
        { jsonrpc: '2.0', id: 1, error: { code: -32000, message } },
      ]);
    },
  );

  it('answers a body that is not a message in the form of the protocol', async () => {
    const send = async (body: string) => {
      const headers = { 'Content-Type': 'application/json', 'X-API-Key': key };
      const answer = await fetch(addressOf('Agents'), { method: 'POST', headers, body });
      const { error, ...rest } = (await answer.json()) as { error: { code: number } };
      expect([answer.status, rest]).toEqual([400, { jsonrpc: '2.0', id: null }]);
      return error.code;
    };
    expect(await send(JSON.stringify([listTools, { jsonrpc: '2.0', id: 2, method: 'ping' }]))).toBe(-32600);
    expect(await send('[]')).toBe(-32600);
    expect(await send('7')).toBe(-32600);
    expect(await send('')).toBe(-32600);
    expect(await send('{"jsonrpc": ')).toBe(-32700);
  });

  it('takes one message at a time, with POST', async () => {
    expect((await post('Agents', [listTools, listTools])).status).toBe(400);
    const stream = await fetch(addressOf('Agents'), { headers: { Accept: 'text/event-stream' } });
    expect([stream.status, stream.headers.get('Allow')]).toEqual([405, 'OPTIONS, POST']);
    expect((await post('Agents', { hello: 'world' })).status).toBe(400);
  });

  it('is unknown where the service names no operations, and belongs to a route that has this path', async () => {
    expect((await post('TicketService', listTools)).status).toBe(404);
    const answer = await fetch(addressOf('Taken'), { headers: { 'X-API-Key': key } });
    expect(await answer.json()).toMatchObject({ Success: 1, Data: { Item: expect.arrayContaining([]) as unknown } });
  });
});
