import type { IncomingHttpHeaders } from 'node:http';
import type { WebService } from '@ticketgate/definition';
import type { Data } from '@ticketgate/sdk';

/** Speaks with AI agents for one version of a web service: a message comes, and one goes back (MCP). */
export interface AgentDesk {
  answer(message: Data, exchange: AgentExchange): Promise<AgentAnswer>;
}

export interface AgentExchange {
  readonly headers: IncomingHttpHeaders;
  /** Calls an operation by its name in the definition, with the input of a client. */
  call(operation: string, input: Data): Promise<AgentOutcome>;
}

/** What became of a call; an error is for the agent to read and to correct. */
export type AgentOutcome =
  | { readonly kind: 'done'; readonly data: Data | undefined }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

export interface AgentAnswer {
  readonly status: number;
  /** Undefined for none. */
  readonly body: Data | undefined;
}

/** Prepares it; called once for each version of a service, when the first agent comes. */
export type OpenAgentDesk = (service: AgentService) => Promise<AgentDesk>;

export interface AgentService {
  readonly name: string;
  readonly webService: WebService;
}
