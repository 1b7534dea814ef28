import type { Configuration } from './configuration.js';

/** The address that clients use. The port differs from the configured one when that is 0. */
export function addressOf({ http, tls }: Configuration, port = http.port): string {
  const host = http.host.includes(':') ? `[${http.host}]` : http.host;
  return `${tls.certificate === null ? 'http' : 'https'}://${host}:${port}`;
}
