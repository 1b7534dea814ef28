import type { IncomingMessage } from 'node:http';
import type { Logger } from '@ticketgate/sdk';

import type { OperationRegistry } from './dispatch/operation-registry.js';
import type { FinishedRequestListener } from './observer/finished-request.js';
import type { OpenMcpEndpoint } from './mcp-endpoint.js';
import type { OperationPorts, DebuggerSink } from './ports.js';
import type { BodyBudgetLimits } from './transports/http/body-budget.js';
import type { ReadingLimits } from './transports/http/reading-limits.js';

export interface GatewayDependencies extends OperationPorts {
  readonly operations: OperationRegistry;
  readonly debuggerSink: DebuggerSink;
  /** Records all of every request, whatever its service says: for trials. */
  readonly recordsAll?: true;
  /** Are told of every request that is over, after the debug log. */
  readonly listeners: readonly FinishedRequestListener[];
  readonly logger: Logger;
  readonly now: () => Date;
  readonly limits: GatewayLimits;
  /** Without it, web services offer nothing to AI agents. */
  readonly openMcpEndpoint?: OpenMcpEndpoint;
  /** Name of the host's session cookie (`SessionName`). */
  readonly cookieName: string;
  /** The client's address; behind a trusted proxy it is not the socket's. */
  readonly remoteAddress: (request: IncomingMessage) => string;
}

export interface GatewayLimits {
  readonly reading: ReadingLimits;
  /** Bytes of bodies that are held at a time. */
  readonly bodies: BodyBudgetLimits;
  /** Seconds a request may take where its service says nothing; undefined for no limit. */
  readonly timeout: number | undefined;
  readonly debugLog: DebugLogLimits;
  /** Requests that may wait for their answer; undefined for as many as are answered in time. */
  readonly waitingRequests?: number | undefined;
  /** The largest definition that is served; undefined: no limit. */
  readonly definitionBytes?: number | undefined;
}

/** Limits of the debug log. */
interface DebugLogLimits {
  /** Requests whose debugger entries may wait to be written. */
  readonly queueLength: number;
  /** Bytes of these entries. */
  readonly queueBytes: number;
  /** Characters of each text. */
  readonly textLength: number;
  /** The same of requests that failed before their caller was known. */
  readonly strangerTextLength: number;
  /** So many of these are recorded a minute, for each web service. */
  readonly strangerFailures: number;
}
