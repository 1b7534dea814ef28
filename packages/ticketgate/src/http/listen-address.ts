/** Reads `host:port`, or a port alone, which means this machine. */
export function readListenAddress(listen: string): { readonly host: string; readonly port: number } {
  const colon = listen.lastIndexOf(':');
  const host = colon > 0 ? listen.slice(0, colon).replaceAll(/[[\]]/g, '') : '127.0.0.1';
  return { host, port: Number(listen.slice(colon + 1)) };
}
