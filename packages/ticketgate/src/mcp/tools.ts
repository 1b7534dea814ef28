import { ErrorCode, McpError, type CallToolResult, type Tool } from '@modelcontextprotocol/sdk/types.js';
import type { DescribedTool } from '@ticketgate/describe';
import type { McpExchange, ToolOutcome } from '@ticketgate/gateway';

import { schemaAddress } from './resources.js';

/** The tools of a web service as the protocol has them. */
export class Tools {
  readonly #tools: ReadonlyMap<string, DescribedTool>;
  readonly #listed: readonly Tool[];

  constructor(tools: readonly DescribedTool[], service: string) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#listed = tools.map((tool) => listed(tool, service));
  }

  list(): Tool[] {
    return [...this.#listed];
  }

  /** @throws McpError when there is no such tool, and whatever the call throws */
  async call(
    {
      name,
      arguments: input = {},
    }: { readonly name: string; readonly arguments?: Record<string, unknown> | undefined },
    exchange: McpExchange,
  ): Promise<CallToolResult> {
    const tool = this.#tools.get(name);
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no tool "${name}".`);
    return resultOf(await exchange.call(tool.operation, input));
  }
}

function listed({ name, description, input, fullInput, output, hints }: DescribedTool, service: string): Tool {
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
function resultOf(outcome: ToolOutcome): CallToolResult {
  if (outcome.kind === 'refused') {
    return { isError: true, content: [{ type: 'text', text: `${outcome.code}: ${outcome.message}` }] };
  }
  const data = outcome.data ?? {};
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: { ...data } };
}
