import type { IncomingMessage } from 'node:http';

import { clip } from '../../debugger/cut-text.js';
import { createFailure } from '../../failure.js';

/** Most characters of a client's value in a message. */
const QUOTED = 200;

const OriginNotAllowed = createFailure<{ origin: string }>('Gateway.OriginNotAllowed', {
  reason: 'AccessDenied',
  message: ({ origin }) =>
    `Pages of "${clip(origin, QUOTED)}" may not use the tools of this service. List the origin in Gateway.Cors.Origins.`,
});

/**
 * Requires the origin of a page to be listed. Being the own host is not enough: whoever owns a name can let it point
 * to this machine (DNS rebinding).
 *
 * @param origins `Gateway.Cors.Origins`
 * @throws Failure `Gateway.OriginNotAllowed`
 */
export function requireListedOrigin(origins: readonly string[] = [], { headers }: IncomingMessage): void {
  const { origin } = headers;
  if (origin === undefined || origins.includes(origin) || origins.includes('*')) return;
  throw new OriginNotAllowed({ origin });
}
