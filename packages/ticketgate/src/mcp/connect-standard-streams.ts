import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  ErrorCode,
  InitializeResultSchema,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';

/**
 * Carries messages between an agent at standard input and output and a running server, until the agent ends. So an agent of this kind
 * can do exactly what one that speaks HTTP can do.
 *
 * @param url of `<service>/mcp`
 * @param headers with credentials
 */
export async function connectStandardStreams(url: URL, headers: Record<string, string>): Promise<void> {
  const server = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  const agent = new StdioServerTransport();
  const running = new Set<Promise<void>>();
  server.onmessage = (message) => {
    rememberVersion(server, message);
    void agent.send(message);
  };
  agent.onmessage = (message) => {
    const sending = server.send(message).catch((error: unknown) => sayNo(agent, message, error));
    running.add(sending);
    void sending.finally(() => running.delete(sending));
  };
  await server.start();
  await agent.start();
  await new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  await Promise.all(running);
  await server.close();
  await agent.close();
}

/** From then on, each request says which version of the protocol both have agreed on. */
function rememberVersion(server: StreamableHTTPClientTransport, message: JSONRPCMessage): void {
  if (!isJSONRPCResultResponse(message)) return;
  const started = InitializeResultSchema.safeParse(message.result);
  if (started.success) server.setProtocolVersion(started.data.protocolVersion);
}

/** A refusal of the server is an answer to the agent, too. */
async function sayNo(agent: StdioServerTransport, message: JSONRPCMessage, error: unknown): Promise<void> {
  if (!isJSONRPCRequest(message)) return;
  const reason = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  await agent.send({
    jsonrpc: '2.0',
    id: message.id,
    error: { code: ErrorCode.InternalError, message: `${reason}${cause}` },
  });
}
