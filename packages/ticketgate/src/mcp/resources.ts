import { ErrorCode, McpError, type ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import type { AgentResource, DescribedToolbox } from '@ticketgate/describe';
import type { McpExchange } from '@ticketgate/gateway';
import { decoded } from '@ticketgate/runtime';
import type { Data } from '@ticketgate/sdk';

const TYPE = 'application/json';
const SCHEMA_TYPE = 'application/schema+json';
const VARIABLE = /\{(\w+)\}/g;

/** The resources of a web service as the protocol has them, at `ticketgate://<service>/…`. */
export function openResources({ tools, resources }: DescribedToolbox, service: string) {
  const shortened = tools.filter(({ fullInput }) => fullInput !== undefined);
  /** By address: what tools take, where they are listed with less. */
  const schemas = new Map(shortened.map((tool) => [schemaAddress(service, tool.name), tool]));
  const known = resources.map((resource) => {
    const address = `${toResourceAddress(service)}/${resource.path}`;
    const { name, summary: description } = resource;
    const listed = { name, description, mimeType: TYPE };
    const isTemplate = Object.keys(resource.variables).length > 0;
    return { resource, address, pattern: compileAddress(address), listed, isTemplate };
  });
  const inputs = [...schemas].map(([uri, { name }]) => {
    return { uri, name: `${name} input`, description: `Everything that ${name} takes.`, mimeType: SCHEMA_TYPE };
  });
  const read = known.filter(({ isTemplate }) => !isTemplate).map(({ address: uri, listed }) => ({ uri, ...listed }));
  return {
    list: [...read, ...inputs],
    templates: known
      .filter(({ isTemplate }) => isTemplate)
      .map(({ address: uriTemplate, listed }) => ({ uriTemplate, ...listed })),
    /** @throws McpError when there is nothing to read there, and whatever the call throws */
    async read(uri: string, exchange: McpExchange): Promise<ReadResourceResult> {
      const schema = schemas.get(uri)?.fullInput;
      if (schema !== undefined) return { contents: [{ uri, mimeType: SCHEMA_TYPE, text: JSON.stringify(schema) }] };
      for (const { resource, pattern } of known) {
        const found = pattern.exec(uri);
        if (found === null) continue;
        const outcome = await exchange.call(resource.operation, fillInput(resource, found.groups ?? {}));
        if (outcome.kind === 'refused')
          throw new McpError(ErrorCode.InvalidParams, `${outcome.code}: ${outcome.message}`);
        return { contents: [{ uri, mimeType: TYPE, text: JSON.stringify(outcome.data ?? {}) }] };
      }
      throw new McpError(ErrorCode.InvalidParams, `There is no resource "${uri}".`);
    },
  };
}

/** Where agents find the whole schema of a tool's input. */
export function schemaAddress(service: string, tool: string): string {
  return `${toResourceAddress(service)}/schemas/${tool}`;
}

function toResourceAddress(service: string): string {
  return `ticketgate://${encodeURIComponent(service)}`;
}

/** Variables stand for what is between two slashes. */
function compileAddress(address: string): RegExp {
  const parts = address.split(VARIABLE).map((part, place) => {
    return place % 2 === 1 ? `(?<${part}>[^/?#]+)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

function fillInput({ variables, input }: AgentResource, values: Readonly<Record<string, string>>): Data {
  const members = Object.entries(variables).map(
    ([variable, member]) => [member, decoded(values[variable] ?? '')] as const,
  );
  return { ...input, ...Object.fromEntries(members) };
}
