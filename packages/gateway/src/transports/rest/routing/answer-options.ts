import type { IncomingMessage } from 'node:http';

import type { Answer } from '../answering/make-answer.js';
import type { CompiledService } from '../../../services/compile-service.js';

/**
 * OPTIONS tells which methods a path has and executes nothing. Compatible services answer so only where a route lists the
 * method; undefined leaves the request to routing.
 */
export function answerOptions(service: CompiledService, request: IncomingMessage, path: string): Answer | undefined {
  const methods = service.router?.methodsOf(path) ?? [];
  if (methods.length === 0 || (!service.isContract && !methods.includes('OPTIONS'))) return undefined;
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
  const asked = request.headers['access-control-request-headers'];
  const preflight =
    service.options.cors === undefined
      ? {}
      : { 'Access-Control-Allow-Methods': allow, 'Access-Control-Max-Age': '600' };
  const headers = {
    Allow: allow,
    ...preflight,
    ...(asked === undefined || service.options.cors === undefined ? {} : { 'Access-Control-Allow-Headers': asked }),
  };
  return { status: 204, contentType: undefined, body: '', headers };
}
