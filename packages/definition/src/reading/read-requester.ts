import { type Data, isData, isTrue, textOf } from '@ticketgate/sdk';

import type {
  ErrorHandlingDefinition,
  HttpRequester,
  InvokerDefinition,
  InvokerEvent,
  RequesterDefinition,
  RequesterTls,
  RequesterTransport,
  RestRequester,
  SoapRequester,
} from '../requester-definition.js';
import { credentialsProblem } from './credentials-problem.js';
import { readToken } from './read-token.js';
import { readEntry } from './read-entry.js';
import { member, nonEmptyMap, textRecord } from './read-record.js';
import { readOutboundHeaders } from './read-http-options.js';
import { readSoapNames } from './read-soap.js';

/** Reads `Requester`, with what `Gateway` says about it; undefined when there is none. */
export function readRequester(requester: unknown, gateway: unknown): RequesterDefinition | undefined {
  if (nonEmptyMap(requester) === undefined) return undefined;
  const invokers = Object.entries(nonEmptyMap(member(requester, 'Invoker')) ?? {});
  return {
    transport: readTransport(member(requester, 'Transport'), member(gateway, 'Requester')),
    invokers: new Map(invokers.map(([name, entry]) => [name, readInvoker(name, entry)])),
    errorHandling: textList(member(requester, 'ErrorHandlingPriority')).map((name) =>
      readErrorHandling(name, member(member(requester, 'ErrorHandling'), name)),
    ),
  };
}

function readInvoker(name: string, entry: unknown): InvokerDefinition {
  const events = member(entry, 'Events');
  return {
    ...readEntry(name, entry),
    events: Array.isArray(events) ? events.map(readEvent).filter(({ event }) => event !== '') : [],
    ignoresAnswer: isTrue(member(entry, 'IgnoreAnswer')),
  };
}

function readEvent(entry: unknown): InvokerEvent {
  const condition = nonEmptyMap(member(entry, 'Condition'));
  return {
    event: textOf(member(entry, 'Event')),
    isAsynchronous: isTrue(member(entry, 'Asynchronous')),
    condition: nonEmptyMap(member(condition, 'Condition')) && condition,
  };
}

function readErrorHandling(name: string, entry: unknown): ErrorHandlingDefinition {
  return {
    name,
    type: textOf(member(entry, 'Type')),
    stopAfterMatch: textOf(member(entry, 'StopAfterMatch')),
    invokerFilter: textList(member(entry, 'InvokerFilter')),
    stageFilter: textList(member(entry, 'ErrorStageFilter')),
    messageFilter: textOf(member(entry, 'ErrorMessageContentFilter')),
    options: isData(entry) ? entry : {},
  };
}

function readTransport(transport: unknown, options: unknown): RequesterTransport {
  const type = textOf(member(transport, 'Type'));
  const config = nonEmptyMap(member(transport, 'Config'));
  if (type === 'HTTP::SOAP') return { kind: 'soap', soap: readSoap(upgraded(config ?? {})) };
  if (type !== 'HTTP::REST') return { kind: 'not-served', type };
  return config === undefined ? { kind: 'no-config' } : { kind: 'rest', rest: readRest(upgraded(config), options) };
}

/** Definitions without Timeout are of an earlier version of the family, which completes them when it saves them. */
export function upgraded(config: Data): Data {
  if (config.Timeout !== undefined && config.Timeout !== null) return config;
  const { Type: AuthType, User: BasicAuthUser, Password: BasicAuthPassword } = textRecord(config.Authentication);
  const Authentication =
    AuthType === undefined ? config.Authentication : { AuthType, BasicAuthUser, BasicAuthPassword };
  return { ...config, Timeout: '300', Authentication };
}

function readRest(config: Data, options: unknown): RestRequester {
  return {
    ...readHttp(config, 'Host'),
    defaultCommand: textOf(config.DefaultCommand),
    controllers: readControllers(config.InvokerControllerMapping),
    contentType: textOf(config.ContentType) || 'JSON',
    alwaysSendsQuery: member(options, 'Query') === 'always',
  };
}

function readSoap(config: Data): SoapRequester {
  return { ...readHttp(config, 'Endpoint'), ...readSoapNames(config) };
}

function readHttp(config: Data, address: 'Host' | 'Endpoint'): HttpRequester {
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

function readControllers(mapping: unknown): RestRequester['controllers'] {
  const controllers = nonEmptyMap(mapping);
  if (controllers === undefined) return undefined;
  const read = (entry: unknown) => ({
    controller: textOf(member(entry, 'Controller')),
    command: textOf(member(entry, 'Command')),
  });
  return new Map(Object.entries(controllers).map(([invoker, entry]) => [invoker, read(entry)]));
}

function readHeaders(headers: unknown): RestRequester['additionalHeaders'] {
  const entries = Object.entries(isData(headers) ? headers : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, value === null ? null : textOf(value)]));
}

function readBasicAuth(authentication: unknown): RestRequester['basicAuth'] {
  const { AuthType, BasicAuthUser: user = '', BasicAuthPassword: password = '' } = textRecord(authentication);
  return AuthType === 'BasicAuth' && user !== '' && password !== '' ? { user, password } : undefined;
}

function readKeytab(authentication: unknown): string | undefined {
  const { AuthType, KerberosKeytab = '' } = textRecord(authentication);
  return AuthType === 'Kerberos' ? KerberosKeytab : undefined;
}

function readProxy(proxy: unknown): RestRequester['proxy'] {
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

function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(textOf) : [];
}
