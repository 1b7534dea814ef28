import {
  ErrorCode,
  McpError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import type { AgentResource } from '@ticketgate/describe';
import type { McpExchange } from '@ticketgate/gateway';
import type { Data } from '@ticketgate/sdk';

const TYPE = 'application/json';
const VARIABLE = /\{(\w+)\}/g;

interface KnownResource extends AgentResource {
  /** With variables in braces. */
  readonly address: string;
  readonly pattern: RegExp;
}

/** The resources of a web service as the protocol has them, at `ticketgate://<service>/…`. */
export class Resources {
  readonly #resources: readonly KnownResource[];

  constructor(resources: readonly AgentResource[], service: string) {
    this.#resources = resources.map((resource) => {
      const address = `ticketgate://${encodeURIComponent(service)}/${resource.path}`;
      return { ...resource, address, pattern: patternOf(address) };
    });
  }

  list(): Resource[] {
    return this.#resources
      .filter(({ variables }) => Object.keys(variables).length === 0)
      .map(({ address, name, summary }) => ({ uri: address, name, description: summary, mimeType: TYPE }));
  }

  templates(): ResourceTemplate[] {
    return this.#resources
      .filter(({ variables }) => Object.keys(variables).length > 0)
      .map(({ address, name, summary }) => ({ uriTemplate: address, name, description: summary, mimeType: TYPE }));
  }

  /** @throws McpError when there is nothing to read there, and whatever the call throws */
  async read(uri: string, exchange: McpExchange): Promise<ReadResourceResult> {
    for (const resource of this.#resources) {
      const found = resource.pattern.exec(uri);
      if (found === null) continue;
      const outcome = await exchange.call(resource.operation, inputOf(resource, found.groups ?? {}));
      if (outcome.kind === 'refused') {
        throw new McpError(ErrorCode.InvalidParams, `${outcome.code}: ${outcome.message}`);
      }
      return { contents: [{ uri, mimeType: TYPE, text: JSON.stringify(outcome.data ?? {}) }] };
    }
    throw new McpError(ErrorCode.InvalidParams, `There is no resource "${uri}".`);
  }
}

/** Variables stand for what is between two slashes. */
function patternOf(address: string): RegExp {
  const parts = address.split(VARIABLE).map((part, place) => {
    return place % 2 === 1 ? `(?<${part}>[^/?#]+)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

function inputOf({ variables, input }: KnownResource, values: Readonly<Record<string, string>>): Data {
  const members = Object.entries(variables).map(
    ([variable, member]) => [member, decode(values[variable] ?? '')] as const,
  );
  return { ...input, ...Object.fromEntries(members) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
