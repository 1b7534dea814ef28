import type { IncomingHttpHeaders } from 'node:http';
import type { WebService } from '@ticketgate/definition';
import { type Data, keptIn } from '@ticketgate/sdk';

/** Answers messages of the Model Context Protocol (MCP) for one version of a web service. */
export interface McpEndpoint {
  answer(message: Data, exchange: McpExchange): Promise<McpAnswer>;
}

export interface McpExchange {
  readonly headers: IncomingHttpHeaders;
  /** Calls an operation by its name in the definition, with the input of a client. */
  call(operation: string, input: Data): Promise<ToolOutcome>;
}

/** The result of a tool call; agents can read an error and correct their call. */
export type ToolOutcome =
  | { readonly kind: 'done'; readonly data: Data | undefined }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

export interface McpAnswer {
  readonly status: number;
  /** Undefined if there is no body. */
  readonly body: Data | undefined;
}

/** Opens the endpoint of a service; called once for each version, with its first message. */
export type OpenMcpEndpoint = (service: McpService) => Promise<McpEndpoint>;

export interface McpService {
  readonly name: string;
  readonly webService: WebService;
}

/** Opens an endpoint with its first message, and keeps it as long as its version of the service is active. */
export function keepEndpoints(open: OpenMcpEndpoint): OpenMcpEndpoint {
  const kept = new WeakMap<McpService, Promise<McpEndpoint>>();
  return (service) =>
    keptIn(kept, service, () => {
      const opening = open(service);
      // Forgets a failure: the next attempt may succeed.
      opening.catch(() => kept.delete(service));
      return opening;
    });
}
