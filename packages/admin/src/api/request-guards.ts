import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { containsAddress } from '@ticketgate/sdk';

import { NetworkNotAllowed, OriginForeign, ProxyUnknown } from './api-errors.js';

/** What is known of connections; the server provides it. */
export interface ConnectionPolicy {
  /** Of trusted proxies the one they name, of others their own. */
  clientAddress(request: IncomingMessage): string;
  isSecure(request: IncomingMessage): boolean;
  /** Whether it came directly, or by a proxy that is trusted to say where from. */
  isOriginKnown(request: IncomingMessage): boolean;
}

/**
 * A proxy on this machine that is not trusted would make all its clients look like this machine.
 *
 * @throws OperationError `Admin.NetworkNotAllowed`, `Admin.ProxyUnknown`
 */
export function requireNetwork(request: IncomingMessage, allowed: BlockList, policy: ConnectionPolicy): void {
  if (!policy.isOriginKnown(request)) throw new ProxyUnknown();
  const address = policy.clientAddress(request);
  if (!containsAddress(allowed, address)) throw new NetworkNotAllowed({ address });
}

/**
 * Browsers name the page that sends a request.
 *
 * @throws OperationError `Admin.OriginForeign`
 */
export function requireOwnOrigin({ headers: { origin, host } }: IncomingMessage): void {
  if (origin === undefined || /^https?:\/\/(.*)$/.exec(origin)?.[1] === host) return;
  throw new OriginForeign({ origin });
}
