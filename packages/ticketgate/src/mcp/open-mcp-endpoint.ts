import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describeTools, describeInSteps, type KnownOperations } from '@ticketgate/describe';
import type { WebService } from '@ticketgate/definition';
import type { McpAnswer, McpEndpoint, McpExchange } from '@ticketgate/gateway';
import { inSteps, isData, type Data } from '@ticketgate/sdk';

import { Resources } from './resources.js';
import { Tools } from './tools.js';

export interface McpService {
  readonly name: string;
  readonly webService: WebService;
  /** The version of this product. */
  readonly version: string;
}

/** Prepares the tools and resources of one version of a web service. */
export async function openMcpEndpoint(
  { name, webService, version }: McpService,
  operations: KnownOperations,
): Promise<McpEndpoint> {
  const service = await inSteps(describeInSteps({ name, webService }, operations));
  const toolbox = describeTools(service);
  const tools = new Tools(toolbox.tools, name);
  const resources = new Resources(toolbox, name);
  const about = { name: 'ticketgate', title: name, version };
  const instructions = service.description === '' ? {} : { instructions: service.description };

  /** One for each message: nothing is kept between two of them. */
  const serverFor = (exchange: McpExchange) => {
    const mcp = new McpServer(about, { capabilities: { tools: {}, resources: {} }, ...instructions });
    const { server } = mcp;
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.list() }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => tools.call(params, exchange));
    server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: resources.list() }));
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: resources.templates() }));
    server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => resources.read(params.uri, exchange));
    return mcp;
  };

  return {
    async answer(message, exchange) {
      if (!acceptsJson(exchange.headers.accept)) return notAcceptable(message, exchange.headers.accept);
      const mcp = serverFor(exchange);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await mcp.connect(transport);
      try {
        return await answerOf(await transport.handleRequest(requestOf(exchange), { parsedBody: message }));
      } finally {
        await mcp.close();
      }
    },
  };
}

/** Without the header, anything is acceptable. */
function acceptsJson(accept = ''): boolean {
  const ranges = accept.split(',').filter((range) => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range));
  return (
    accept.trim() === '' || ranges.some((range) => /^\s*(?:application\/(?:json|\*)|\*\/\*)\s*(?:;|$)/i.test(range))
  );
}

function notAcceptable({ id = null }: Data, accept = ''): McpAnswer {
  const message = `Accept is "${accept.slice(0, QUOTED)}", but all answers are application/json. Add it, or leave the header out.`;
  return { status: 406, body: { jsonrpc: '2.0', id, error: { code: NOT_ACCEPTABLE, message } } };
}

/** The library's own code for it. */
const NOT_ACCEPTABLE = -32_000;
/** Most characters of a client's value in a message. */
const QUOTED = 200;

/** The headers that the protocol gives a meaning. */
const HEADERS = ['content-type', 'mcp-protocol-version'];
/** What the library wants clients to accept, although it is told to answer JSON only. */
const ACCEPT: [string, string] = ['accept', 'application/json, text/event-stream'];

function requestOf({ headers }: McpExchange): Request {
  const given = HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as [string, string]] : [];
  });
  // The body has been read, and nobody looks at the address.
  return new Request('http://localhost/mcp', { method: 'POST', headers: [ACCEPT, ...given] });
}

async function answerOf(response: Response): Promise<McpAnswer> {
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, body: isData(body) ? (body satisfies Data) : undefined };
}
