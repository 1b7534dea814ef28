import type { IncomingHttpHeaders } from 'node:http';
import type { WebService } from '@ticketgate/definition';
import type { Data } from '@ticketgate/sdk';

/** Answers messages of the Model Context Protocol (MCP) for one version of a web service. */
export interface McpEndpoint {
  answer(message: Data, exchange: McpExchange): Promise<McpAnswer>;
}

export interface McpExchange {
  readonly headers: IncomingHttpHeaders;
  /** Calls an operation by its name in the definition, with the input of a client. */
  call(operation: string, input: Data): Promise<ToolOutcome>;
}

/** The result of a tool call; the agent can read an error and correct its call. */
export type ToolOutcome =
  | { readonly kind: 'done'; readonly data: Data | undefined }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

export interface McpAnswer {
  readonly status: number;
  /** Undefined for none. */
  readonly body: Data | undefined;
}

/** Opens the endpoint of a service; called once for each version, with its first message. */
export type OpenMcpEndpoint = (service: McpService) => Promise<McpEndpoint>;

export interface McpService {
  readonly name: string;
  readonly webService: WebService;
}

/** The endpoints of all services, opened on first use and dropped with their version. */
export class McpEndpoints {
  readonly #open: OpenMcpEndpoint;
  readonly #endpoints = new WeakMap<McpService, Promise<McpEndpoint>>();

  constructor(open: OpenMcpEndpoint) {
    this.#open = open;
  }

  of(service: McpService): Promise<McpEndpoint> {
    const known = this.#endpoints.get(service);
    if (known !== undefined) return known;
    const opening = this.#open(service);
    this.#endpoints.set(service, opening);
    // The next attempt may succeed.
    opening.catch(() => this.#endpoints.delete(service));
    return opening;
  }
}
