import { type Data, isData, isTrue, toText } from '@ticketgate/sdk';
import type { Unchanged } from '@ticketgate/sdk/schema';

import { credentialsProblem, readToken } from './read-credentials.js';
import { readOutboundHeaders } from '../transport/read-http-options.js';
import { textRecord } from '../yaml/read-record.js';

/**
 * Completes a definition without Timeout, which an earlier version of the family wrote; later ones complete it when they save it.
 *
 * @param timeout seconds
 */
export function upgraded(config: Data, timeout: string): Data {
  if (config.Timeout !== undefined && config.Timeout !== null) return config;
  const { Type: AuthType, User: BasicAuthUser, Password: BasicAuthPassword } = textRecord(config.Authentication);
  const Authentication =
    AuthType === undefined ? config.Authentication : { AuthType, BasicAuthUser, BasicAuthPassword };
  return { ...config, Timeout: timeout, Authentication };
}

/** The parts that transports over HTTP have in common. Missing texts are `''`. */
export interface HttpRequester extends Unchanged<ReturnType<typeof readRequesterHttp>> {
  /** Targets of invokers that have one of their own. */
  readonly targets: ReadonlyMap<string, InvokerTarget>;
  /** The target of all other invokers; undefined: they cannot send requests. */
  readonly usualTarget: InvokerTarget | undefined;
}

/** The method and the address of requests: path and query, with placeholders. */
export interface InvokerTarget {
  readonly method: string;
  readonly controller: string;
}

/** Undefined if the invoker cannot send requests. */
export function selectTarget({ targets, usualTarget }: HttpRequester, invoker: string): InvokerTarget | undefined {
  return targets.get(invoker) ?? usualTarget;
}

/** The keys of `Requester.Transport.Config` that transports over HTTP have in common. */
export function readRequesterHttp(config: Data, address: 'Host' | 'Endpoint') {
  const credentials = textRecord(config.Authentication);
  const { AuthType, BasicAuthUser: user = '', BasicAuthPassword: password = '', KerberosKeytab = '' } = credentials;
  return {
    /** The address of the other system, with or without a path. */
    host: toText(config[address]),
    /** Seconds, as written: `0` is no limit. */
    timeout: toText(config.Timeout),
    additionalHeaders: readHeaders(config.AdditionalHeaders),
    outboundHeaders: readOutboundHeaders(config.OutboundHeaders, readHeaders),
    basicAuth: AuthType === 'BasicAuth' && user !== '' && password !== '' ? { user, password } : undefined,
    /** The file of AuthType Kerberos, which is not supported; undefined for other types. */
    kerberosKeytab: AuthType === 'Kerberos' ? KerberosKeytab : undefined,
    token: readToken(config.Authentication),
    /** Undefined if the credentials can be sent, or there are none. */
    credentialsProblem: credentialsProblem(config, address)?.sentence.message,
    proxy: readProxy(config.Proxy),
    tls: readTls(config.SSL),
  } as const;
}

/** Null for a header that is named but not sent. */
function readHeaders(headers: unknown): Readonly<Record<string, string | null>> {
  const entries = Object.entries(isData(headers) ? headers : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, value === null ? null : toText(value)]));
}

function readProxy(proxy: unknown) {
  const { UseProxy, ProxyHost = '', ProxyUser = '', ProxyPassword = '', ProxyExclude } = textRecord(proxy);
  const isUsed = UseProxy === 'Yes' && ProxyHost !== '' && ProxyExclude !== 'Yes';
  return isUsed ? { url: ProxyHost, user: ProxyUser, password: ProxyPassword } : undefined;
}

/** Paths are as written. */
export type RequesterTls = Unchanged<NonNullable<ReturnType<typeof readTls>>>;

/** Undefined if UseSSL is not `Yes`: certificates are verified as usual. */
function readTls(ssl: unknown) {
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
