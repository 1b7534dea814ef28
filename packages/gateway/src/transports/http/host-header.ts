import type { IncomingMessage } from 'node:http';

import { createFailure } from '../../failure.js';

const HostNotAllowed = createFailure<{ host: string; allowed: readonly string[] }>('Gateway.HostNotAllowed', {
  reason: 'Misdirected',
  message: ({ host, allowed }) => `This service is not served as "${host}". Use one of: ${allowed.join(', ')}.`,
});

/**
 * Checks `Gateway.Transport.HostHeader`, by which a service only answers for certain host names.
 *
 * @param allowed undefined for every host name
 * @throws Failure `Gateway.HostNotAllowed`
 */
export function checkHost(allowed: readonly string[] | undefined, request: IncomingMessage): void {
  if (allowed === undefined) return;
  const host = (request.headers.host ?? '').toLowerCase();
  const name = host.replace(/:\d+$/, '');
  if (allowed.some((each) => each.toLowerCase() === host || each.toLowerCase() === name)) return;
  throw new HostNotAllowed({ host, allowed });
}
