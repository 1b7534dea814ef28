import { existsSync } from 'node:fs';
import { parseHostURL, type HttpRequester } from '@ticketgate/definition';
import { percentEncode } from '@ticketgate/gateway';

import { performFailure } from '../call-failure.js';

/** @throws CallFailure for an empty key, and if credentials that the definition requires would be missing from the request */
export function requireKeysAndCredentials(
  transport: 'REST' | 'SOAP',
  keys: Readonly<Record<string, string>>,
  { kerberosKeytab: keytab, credentialsProblem: problem }: HttpRequester,
): void {
  const missing = Object.entries(keys).find(([, text]) => text === '')?.[0];
  if (missing !== undefined) {
    throw performFailure(`${transport} Transport: Have no ${missing} in config`, { isIncomplete: true });
  }
  if (problem === undefined) return;
  throw performFailure(keytab === undefined || existsSync(keytab) ? problem : `'${keytab}' does not exist.`);
}

/** Splits `Host` into the origin and the path in front of the controller. */
export function readHost(host: string): { readonly origin: string; readonly prefix: string } {
  const url = parseHostURL(host);
  if (url === null) throw performFailure(`The Host "${withoutCredentials(host)}" is not an address.`);
  const [, prefix = ''] = /^(?:https?:\/\/)?[^/]*(\/.*)?$/is.exec(host) ?? [];
  return { origin: url.origin, prefix };
}

export function withoutCredentials(host: string): string {
  return host.replace(/\/\/[^/@]*@|^[^/@]*@/, (text) => (text.startsWith('//') ? '//' : ''));
}

/** Percent-encodes characters that are not allowed in a URL (RFC 3986), keeps encoded ones, and drops the fragment. */
export function encodePath(path: string): string {
  return path.replace(/#.*/s, '').replace(/[^\w%!$&'()*+,\-./:;=?@[\]~]+/g, percentEncode);
}
