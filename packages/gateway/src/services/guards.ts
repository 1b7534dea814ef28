import type { IncomingMessage } from 'node:http';

import { Failure, PLAIN } from '../failure.js';
import type { CompiledService } from './compile-service.js';

/** `Gateway.Transport.HostHeader`: a service may answer for certain host names only. */
export function checkHost(service: CompiledService, request: IncomingMessage): void {
  const { hostHeader } = service.options.transport;
  if (hostHeader === undefined) return;
  const host = (request.headers.host ?? '').toLowerCase();
  const name = host.replace(/:\d+$/, '');
  if (hostHeader.some((allowed) => allowed.toLowerCase() === host || allowed.toLowerCase() === name)) return;
  const message = `This service is not served as "${host}". Use one of: ${hostHeader.join(', ')}.`;
  throw new Failure({
    code: 'Gateway.HostNotAllowed',
    message,
    status: 421,
    compatible: { status: 421, contentType: PLAIN, body: message },
  });
}

/** What a browser needs to know before it lets a page read the answer; nothing for other origins. */
export function corsHeaders(service: CompiledService, request: IncomingMessage): Readonly<Record<string, string>> {
  const { origin } = request.headers;
  const origins = service.options.cors?.origins;
  if (origins === undefined) return NONE;
  if (origin === undefined || !(origins.includes(origin) || origins.includes('*'))) return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After, Idempotency-Replayed',
  };
}

const NONE = Object.freeze({});
