import type { OpenAgentDesk, OperationRegistry } from '@ticketgate/gateway';

import { version } from '../version.js';

/** The protocol of AI agents comes with many packages: who has no tools does not load them. */
export function agentDesks(operations: OperationRegistry): OpenAgentDesk {
  const known = { get: (type: string) => operations.get(type)?.operation };
  return async ({ name, webService }) => {
    const { openAgentDesk } = await import('@ticketgate/mcp');
    return openAgentDesk({ name, webService, version }, known);
  };
}
