import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import type { DescribedTool } from '@ticketgate/describe';

const TYPE = 'application/schema+json';

/** What tools take, where they are listed with less: resources of the protocol at `ticketgate://<service>/schemas/<tool>`. */
export function openToolSchemas(tools: readonly DescribedTool[], service: string) {
  const shortened = tools.filter(({ fullInput }) => fullInput !== undefined);
  const schemas = new Map(shortened.map(({ name, fullInput }) => [schemaAddress(service, name), { name, fullInput }]));
  return {
    list: [...schemas].map(([uri, { name }]) => {
      return { uri, name: `${name} input`, description: `Everything that ${name} takes.`, mimeType: TYPE };
    }),
    /** @throws McpError if there is nothing to read there */
    read(uri: string): ReadResourceResult {
      const schema = schemas.get(uri)?.fullInput;
      if (schema === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no resource "${uri}".`);
      return { contents: [{ uri, mimeType: TYPE, text: JSON.stringify(schema) }] };
    },
  };
}

/** Where agents find the whole schema of a tool's input. */
export function schemaAddress(service: string, tool: string): string {
  return `ticketgate://${encodeURIComponent(service)}/schemas/${tool}`;
}
