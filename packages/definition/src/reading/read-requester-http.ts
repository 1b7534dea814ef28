import { type Data, isData, isTrue, textOf } from '@ticketgate/sdk';

import type { HttpRequester, RequesterTls } from '../requester-definition.js';
import { credentialsProblem, readToken } from './read-credentials.js';
import { readOutboundHeaders } from './read-http-options.js';
import { textRecord } from './read-record.js';

/**
 * Definitions without Timeout are of an earlier version of the family, which completes them when it saves them.
 *
 * @param timeout what such a definition gets
 */
export function upgraded(config: Data, timeout: string): Data {
  if (config.Timeout !== undefined && config.Timeout !== null) return config;
  const { Type: AuthType, User: BasicAuthUser, Password: BasicAuthPassword } = textRecord(config.Authentication);
  const Authentication =
    AuthType === undefined ? config.Authentication : { AuthType, BasicAuthUser, BasicAuthPassword };
  return { ...config, Timeout: timeout, Authentication };
}

/** The keys of `Requester.Transport.Config` that transports over HTTP have in common. */
export function readRequesterHttp(
  config: Data,
  address: 'Host' | 'Endpoint',
): Omit<HttpRequester, 'targets' | 'usualTarget'> {
  return {
    host: textOf(config[address]),
    timeout: textOf(config.Timeout),
    additionalHeaders: readHeaders(config.AdditionalHeaders),
    outboundHeaders: readOutboundHeaders(config.OutboundHeaders, readHeaders),
    basicAuth: readBasicAuth(config.Authentication),
    kerberosKeytab: readKeytab(config.Authentication),
    token: readToken(config.Authentication),
    credentialsProblem: credentialsProblem(config, address)?.message,
    proxy: readProxy(config.Proxy),
    tls: readTls(config.SSL),
  };
}

function readHeaders(headers: unknown): HttpRequester['additionalHeaders'] {
  const entries = Object.entries(isData(headers) ? headers : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, value === null ? null : textOf(value)]));
}

function readBasicAuth(authentication: unknown): HttpRequester['basicAuth'] {
  const { AuthType, BasicAuthUser: user = '', BasicAuthPassword: password = '' } = textRecord(authentication);
  return AuthType === 'BasicAuth' && user !== '' && password !== '' ? { user, password } : undefined;
}

function readKeytab(authentication: unknown): string | undefined {
  const { AuthType, KerberosKeytab = '' } = textRecord(authentication);
  return AuthType === 'Kerberos' ? KerberosKeytab : undefined;
}

function readProxy(proxy: unknown): HttpRequester['proxy'] {
  const { UseProxy, ProxyHost = '', ProxyUser = '', ProxyPassword = '', ProxyExclude } = textRecord(proxy);
  const isUsed = UseProxy === 'Yes' && ProxyHost !== '' && ProxyExclude !== 'Yes';
  return isUsed ? { url: ProxyHost, user: ProxyUser, password: ProxyPassword } : undefined;
}

function readTls(ssl: unknown): RequesterTls | undefined {
  const options = textRecord(ssl);
  if (options.UseSSL !== 'Yes') return undefined;
  return {
    caFile: options.SSLCAFile ?? '',
    caFolder: options.SSLCADir ?? '',
    certificate: options.SSLCertificate ?? '',
    key: options.SSLKey ?? '',
    keyPassword: options.SSLPassword ?? '',
    verifiesHostname: options.SSLVerifyHostname !== 'No' && !isOn(options.SSLNoHostnameVerification),
  };
}

/** Flags of Znuny are `1` or `Yes`. */
export function isOn(flag: unknown): boolean {
  return isTrue(flag) && flag !== 'No';
}
