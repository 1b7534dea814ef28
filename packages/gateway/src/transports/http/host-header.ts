import type { IncomingMessage } from 'node:http';
import { foldASCII } from '@ticketgate/sdk';

import { createFailure } from '../../failure.js';

const HostNotAllowed = createFailure<{ host: string; allowed: readonly string[] }>('Gateway.HostNotAllowed', {
  reason: 'Misdirected',
  message: ({ host, allowed }) => `This service is not served as "${host}". Use one of: ${allowed.join(', ')}.`,
});

/**
 * Checks `Gateway.Transport.HostHeader`: the service only answers for certain host names.
 *
 * @param allowed undefined: every host name
 * @throws Failure `Gateway.HostNotAllowed`
 */
export function checkHost(allowed: readonly string[] | undefined, request: IncomingMessage): void {
  if (allowed === undefined) return;
  const host = foldASCII(request.headers.host ?? '');
  const name = host.replace(/:\d+$/, '');
  // The server has removed a default port from the host.
  const names = allowed.map((each) => foldASCII(each).replace(/:(?:80|443)$/, ''));
  if (names.includes(host) || names.includes(name)) return;
  throw new HostNotAllowed({ host, allowed });
}
