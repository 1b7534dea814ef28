import type { Data } from '@ticketgate/sdk';

import type { MappedEntry } from './reading/read-mapping.js';
import type { SoapNames } from './soap-names.js';

/** `Requester:` of a definition: where requests go, what sends them, and what becomes of those that fail (`docs/invokers.md`). */
export interface RequesterDefinition {
  readonly transport: RequesterTransport;
  readonly invokers: ReadonlyMap<string, InvokerDefinition>;
  /** The modules of ErrorHandling that ErrorHandlingPriority lists, in its order. */
  readonly errorHandling: readonly ErrorHandlingDefinition[];
}

/** An entry of `Requester.Invoker`. */
export interface InvokerDefinition extends MappedEntry {
  /** In the order of the list; none when Events is not a list. */
  readonly events: readonly InvokerEvent[];
  /** Whether the content of an answer does not matter. */
  readonly ignoresAnswer: boolean;
}

/** An entry of `Requester.Invoker.<Name>.Events`. */
export interface InvokerEvent {
  readonly event: string;
  readonly isAsynchronous: boolean;
  /** As written; undefined: the invoker is always called. */
  readonly condition: Data | undefined;
}

export type RequesterTransport =
  | { readonly kind: 'rest'; readonly http: RestRequester }
  | { readonly kind: 'soap'; readonly http: SoapRequester }
  /** REST, but its Config is empty or not a map. */
  | { readonly kind: 'no-config' }
  | { readonly kind: 'not-served'; readonly type: string };

/** What transports over HTTP have in common. Texts are `''` when they are missing. */
export interface HttpRequester {
  /** The address of the other system, with or without a path. */
  readonly host: string;
  /** Where the requests of single invokers go. */
  readonly targets: ReadonlyMap<string, InvokerTarget>;
  /** Where those of all others go; undefined: they cannot send any. */
  readonly usualTarget: InvokerTarget | undefined;
  /** Seconds, as written: `0` is no limit. */
  readonly timeout: string;
  /** Null for a header that is named and not sent. */
  readonly additionalHeaders: Readonly<Record<string, string | null>>;
  readonly outboundHeaders: {
    readonly common: Readonly<Record<string, string | null>>;
    readonly specific: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  };
  /** Undefined unless AuthType is BasicAuth and both are given. */
  readonly basicAuth: { readonly user: string; readonly password: string } | undefined;
  /** The file of AuthType Kerberos, which is not supported; undefined for other types. */
  readonly kerberosKeytab: string | undefined;
  /** Why the credentials of the definition cannot be made; undefined: they can, or there are none. */
  readonly credentialsProblem: string | undefined;
  /** AuthType JWT or OAuth2Token: requests have a token. */
  readonly token: RequesterToken | undefined;
  readonly proxy: { readonly url: string; readonly user: string; readonly password: string } | undefined;
  /** Undefined: UseSSL is not `Yes`, and certificates are verified as usual. */
  readonly tls: RequesterTls | undefined;
}

/** The method and the address of requests: path and query, with placeholders. Texts are `''` when they are missing. */
export interface InvokerTarget {
  readonly method: string;
  readonly controller: string;
}

/** `Requester.Transport.Config` of HTTP::REST. */
export interface RestRequester extends HttpRequester {
  readonly defaultCommand: string;
  /** Sends the query of a controller also if none of its placeholders was replaced. */
  readonly alwaysSendsQuery: boolean;
  /** How data is sent in a body: JSON or FORM; others are not sent. */
  readonly contentType: string;
}

/** `Requester.Transport.Config` of HTTP::SOAP. */
export interface SoapRequester extends HttpRequester, SoapNames {}

/** What a transport over HTTP sends with; undefined for a transport that sends nothing. */
export function httpOf(transport: RequesterTransport | undefined): HttpRequester | undefined {
  return transport !== undefined && 'http' in transport ? transport.http : undefined;
}

/** The token in the header Authorization. */
export type RequesterToken = JwtToken | OAuth2Token;

/** A token that we sign. Paths are as written. */
export interface JwtToken {
  readonly kind: 'jwt';
  readonly algorithm: string;
  readonly keyFile: string;
  readonly keyPassword: string;
  readonly certificateFile: string;
  /** Seconds. */
  readonly lifetime: number;
  readonly payload: Data;
  readonly header: Data;
}

/** A token that an authorization server issues. */
export interface OAuth2Token {
  readonly kind: 'oauth2';
  /** Its name in `requester.tokens` of the configuration. */
  readonly configuration: string;
}

/** Paths are as written. */
export interface RequesterTls {
  readonly caFile: string;
  readonly caFolder: string;
  readonly certificate: string;
  readonly key: string;
  readonly keyPassword: string;
  readonly verifiesHostname: boolean;
}

/** An entry of `Requester.ErrorHandling`. */
export interface ErrorHandlingDefinition {
  readonly name: string;
  /** `''` when ErrorHandling has no such entry, or it has no Type. */
  readonly type: string;
  readonly stopAfterMatch: string;
  readonly invokerFilter: readonly string[];
  readonly stageFilter: readonly string[];
  /** A Perl pattern; `''` for none. */
  readonly messageFilter: string;
  /** The entry as written. */
  readonly options: Data;
}

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
