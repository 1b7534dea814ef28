import type { HttpRequester, InvokerTarget } from './requester-definition.js';

/** The commands of HTTP::REST. CONNECT and TRACE, which the family accepts as well, end its process. */
export const REST_COMMANDS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** Where the requests of an invoker go; undefined if it cannot send any. */
export function targetOf(
  { targets, usualTarget }: Pick<HttpRequester, 'targets' | 'usualTarget'>,
  invoker: string,
): InvokerTarget | undefined {
  return targets.get(invoker) ?? usualTarget;
}

/** Headers that the request determines (the family's `GenericInterface::Invoker::OutboundHeaderBlacklist`). */
const OF_REQUEST = new Set(['content-length', 'content-md5', 'host']);
/** Headers about the connection, which several requests share. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect']);

/** Whether a definition can set that header of a request. */
export function isHeaderSent(name: string): boolean {
  return !OF_REQUEST.has(name.toLowerCase()) && !OF_CONNECTION.has(name.toLowerCase());
}

/** A query of a controller with no placeholder in it, which the family never sends. */
export function hasConstantQuery(controller: string): boolean {
  const [, ...query] = controller.split('?');
  const text = query.join('?');
  return text !== '' && !/:[^&]/.test(text);
}
