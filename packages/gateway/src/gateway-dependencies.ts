import type { IncomingMessage } from 'node:http';
import type { Logger, ProfileName } from '@ticketgate/sdk';

import type { OperationRegistry } from './dispatch/operation-registry.js';
import type { FinishedRequestListener } from './observer.js';
import type { OpenMcpEndpoint } from './mcp-endpoint.js';
import type { OperationPorts, DebuggerSink } from './ports.js';
import type { CompiledService } from './services/compile-service.js';
import type { ByteLimits } from './byte-limit.js';
import type { ReadingLimits } from './transports/http/reading-limits.js';

export interface GatewayDependencies extends OperationPorts {
  readonly operations: OperationRegistry;
  readonly debuggerSink: DebuggerSink;
  /** Records every request completely, whatever its service says; for trials. */
  readonly recordsAll?: true;
  /** Notified of every finished request, after the debug log. */
  readonly listeners: readonly FinishedRequestListener[];
  readonly logger: Logger;
  readonly now: () => Date;
  readonly limits: GatewayLimits;
  /** Opens MCP endpoints; without it, web services have none. */
  readonly openMcpEndpoint?: OpenMcpEndpoint | undefined;
  /** Writes the description of a service with public documentation for the address of a request; without it, there is none. */
  readonly describe?: (service: CompiledService, request: IncomingMessage) => Promise<string | undefined>;
  /** The profile of services that name none: the host's; default: `otobo`. */
  readonly usualProfile?: ProfileName | undefined;
  /** Name of the host's session cookie (`SessionName`). */
  readonly cookieName: string;
  /** The client's address; behind a trusted proxy it is not the socket's. */
  readonly remoteAddress: (request: IncomingMessage) => string;
}

export interface GatewayLimits {
  readonly reading: ReadingLimits;
  /** Bytes of bodies in memory. */
  readonly bodies: ByteLimits;
  /** Bytes of answers that wait for their clients; undefined for no limit. */
  readonly answers?: number | undefined;
  /** Default timeout of a request in seconds; undefined for no limit. */
  readonly timeout: number | undefined;
  readonly debugLog: DebugLogLimits;
  /** Requests that may wait for their answer; undefined for no limit. */
  readonly waitingRequests?: number | undefined;
  /** Bytes of the largest definition; undefined for no limit. */
  readonly definitionBytes?: number | undefined;
}

interface DebugLogLimits {
  /** Requests whose entries may wait to be written. */
  readonly queueLength: number;
  /** Bytes of these entries. */
  readonly queueBytes: number;
  /** Characters of each text. */
  readonly maxTextLength: number;
  /** Characters of each text of requests that failed before their caller was known. */
  readonly maxUnauthenticatedTextLength: number;
  /** Failed requests of unknown callers that are recorded per minute, for each web service. */
  readonly unauthenticatedFailures: number;
}
