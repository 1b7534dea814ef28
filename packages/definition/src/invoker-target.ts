import type { RestRequester } from './requester-definition.js';

/** The commands of HTTP::REST. CONNECT and TRACE, which the family accepts as well, end its process. */
export const REST_COMMANDS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

/** The method and the controller of an invoker's requests; `''` if the transport has none. */
export function targetOf(
  { controllers, defaultCommand }: RestRequester,
  invoker: string,
): { readonly method: string; readonly controller: string } {
  const { controller = '', command = '' } = controllers?.get(invoker) ?? {};
  return { method: (command || defaultCommand).toUpperCase(), controller };
}
