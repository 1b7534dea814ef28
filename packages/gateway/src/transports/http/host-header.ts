import type { IncomingMessage } from 'node:http';

import { Failure } from '../../failure.js';

/**
 * `Gateway.Transport.HostHeader`: a service may answer for certain host names only.
 *
 * @param allowed undefined for every host name
 * @throws Failure `Gateway.HostNotAllowed`
 */
export function checkHost(allowed: readonly string[] | undefined, request: IncomingMessage): void {
  if (allowed === undefined) return;
  const host = (request.headers.host ?? '').toLowerCase();
  const name = host.replace(/:\d+$/, '');
  if (allowed.some((each) => each.toLowerCase() === host || each.toLowerCase() === name)) return;
  const message = `This service is not served as "${host}". Use one of: ${allowed.join(', ')}.`;
  throw new Failure({ code: 'Gateway.HostNotAllowed', message, reason: 'Misdirected' });
}
