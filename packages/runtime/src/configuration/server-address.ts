import type { Configuration } from './configuration.js';

/** The URL for clients. Pass the actual port if the configured one is 0. */
export function addressOf({ http, tls }: Configuration, port = http.port): string {
  const host = http.host.includes(':') ? `[${http.host}]` : http.host;
  return `${tls.certificate === null ? 'http' : 'https'}://${host}:${port}`;
}
