import type { IncomingMessage } from 'node:http';

import type { Answer } from '../../http/answer.js';
import { preflightHeaders } from '../../http/cors.js';
import type { RestService } from '../rest-service.js';

/**
 * Answers OPTIONS with the methods of a path. Compatible services only do so if a route lists the
 * method; undefined leaves the request to routing.
 */
export function answerOptions(
  { router, rules, options }: RestService,
  request: IncomingMessage,
  path: string,
): Answer | undefined {
  const methods = router?.methodsOf(path) ?? [];
  if (methods.length === 0 || (!rules.answersUnlistedMethods && !methods.includes('OPTIONS'))) return undefined;
  const allow = [...new Set([...methods, 'OPTIONS'])].sort().join(', ');
  const headers = { Allow: allow, ...preflightHeaders(options.cors?.origins, request, allow) };
  return { status: 204, contentType: undefined, body: '', headers };
}
