import type { OpenMcpEndpoint, OperationRegistry } from '@ticketgate/gateway';
import { version } from '@ticketgate/runtime';

/** Loads the protocol, which comes with many packages, when the first service with tools needs it. */
export function mcpEndpoints(operations: OperationRegistry): OpenMcpEndpoint {
  const known = { get: (type: string) => operations.get(type)?.operation };
  return async ({ name, webService }) => {
    const { openMcpEndpoint } = await import('./open-mcp-endpoint.js');
    return openMcpEndpoint({ name, webService, version }, known);
  };
}
