import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  ErrorCode,
  McpError,
  type CallToolResult,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { WebService } from '@ticketgate/definition';
import { describeTools, describeInSteps, type KnownOperations, type DescribedTool } from '@ticketgate/describe';
import type { McpAnswer, McpEndpoint, McpExchange, ToolOutcome } from '@ticketgate/gateway';
import { inSteps, isData, type Data } from '@ticketgate/sdk';

import { openToolSchemas, schemaAddress } from './tool-schemas.js';

export interface McpService {
  readonly name: string;
  readonly webService: WebService;
  /** The version of this product. */
  readonly version: string;
}

/** Prepares the tools of one version of a web service. */
export async function openMcpEndpoint(
  { name, webService, version }: McpService,
  operations: KnownOperations,
): Promise<McpEndpoint> {
  const service = await inSteps(describeInSteps({ name, webService }, operations));
  const described = describeTools(service);
  const tools = new Map(described.map((tool) => [tool.name, tool]));
  const listed = described.map((tool) => toListedTool(tool, name));
  const schemas = openToolSchemas(described, name);
  const about = { name: 'ticketgate', title: name, version };
  const instructions = service.description === '' ? {} : { instructions: service.description };

  /** One for each message: nothing is kept between two of them. */
  const serverFor = (exchange: McpExchange) => {
    const mcp = new McpServer(about, { capabilities: { tools: {}, resources: {} }, ...instructions });
    const { server } = mcp;
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      const tool = tools.get(params.name);
      if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${params.name}".`);
      return toToolResult(await exchange.call(tool.operation, params.arguments ?? {}));
    });
    server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: schemas.list }));
    // Some agents ask for them wherever there are resources.
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [] }));
    server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => schemas.read(params.uri));
    return mcp;
  };

  return {
    async answer(message, exchange) {
      if (!acceptsJson(exchange.headers.accept)) return notAcceptable(message, exchange.headers.accept);
      const mcp = serverFor(exchange);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      await mcp.connect(transport);
      try {
        return await toMcpAnswer(await transport.handleRequest(toRequest(exchange), { parsedBody: message }));
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
/** What the library wants clients to accept, although it is configured to answer only JSON. */
const ACCEPT: [string, string] = ['accept', 'application/json, text/event-stream'];

function toRequest({ headers }: McpExchange): Request {
  const given = HEADERS.flatMap((name): [string, string][] => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  // The body has been read, and the address is ignored.
  return new Request('http://localhost/mcp', { method: 'POST', headers: [ACCEPT, ...given] });
}

async function toMcpAnswer(response: Response): Promise<McpAnswer> {
  const text = await response.text();
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, body: isData(body) ? (body satisfies Data) : undefined };
}

function toListedTool({ name, description, input, fullInput, output, hints }: DescribedTool, service: string): Tool {
  const more = `More members: read ${schemaAddress(service, name)}.`;
  return {
    name,
    description: fullInput === undefined ? description : `${description}\n\n${more}`,
    inputSchema: input,
    ...(output === undefined ? {} : { outputSchema: output }),
    annotations: {
      title: name,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: false,
    },
  };
}

/** Refusals of an operation are for the agent to read and to correct. */
function toToolResult(outcome: ToolOutcome): CallToolResult {
  if (outcome.kind === 'refused') {
    return { isError: true, content: [{ type: 'text', text: `${outcome.code}: ${outcome.message}` }] };
  }
  const data = outcome.data ?? {};
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: { ...data } };
}
