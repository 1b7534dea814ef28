import type { AnswerForm, ProfileName } from '@ticketgate/sdk';

import type { MappedEntry } from './mapping-definition.js';
import type { RequesterDefinition } from './requester-definition.js';
import type { SoapNames } from './soap-names.js';
import type { CredentialSource } from './credential-sources.js';

/** Levels of the debugger, in rising order (`docs/request-lifecycle.md`). */
export type DebugLevel = 'debug' | 'info' | 'notice' | 'error';

/** An entry of `Provider.Operation`. */
export interface OperationDefinition extends MappedEntry {
  /** Seconds; undefined for no limit but the service's. */
  readonly timeout: number | undefined;
  /** Requests at a time, in each process; undefined for no limit. */
  readonly concurrency: number | undefined;
}

/** An entry of `RouteOperationMapping`; its operation may be missing from `Provider.Operation`. */
export interface RouteDefinition {
  readonly operation: string;
  /** As written; undefined when absent: then it never matches. */
  readonly route: string | undefined;
  /** Undefined accepts every method. */
  readonly methods: readonly string[] | undefined;
}

/** Headers that a definition adds to answers. */
export interface AddedHeaders {
  readonly additionalHeaders: Readonly<Record<string, string>>;
  /** Ignored while there are additional headers (`docs/compatibility.md`). */
  readonly outboundHeaders: {
    readonly common: Readonly<Record<string, string>>;
    readonly specific: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

/** The options that transports over HTTP have in common. */
export interface HttpOptions extends AddedHeaders {
  /** KeepAlive is there and not on. */
  readonly closesConnections: boolean;
  /** Bytes; undefined for no limit. */
  readonly maxLength: number | undefined;
}

/** `Provider.Transport` of type HTTP::REST. */
export interface RestTransport extends HttpOptions {
  /** In byte order of the operation names, which is the order of matching. Undefined: no or empty RouteOperationMapping. */
  readonly routes: readonly RouteDefinition[] | undefined;
}

/** `Provider.Transport` of type HTTP::SOAP. */
export interface SoapTransport extends HttpOptions, SoapNames {}

export type TransportDefinition =
  | { readonly kind: 'soap'; readonly soap: SoapTransport }
  | { readonly kind: 'rest'; readonly rest: RestTransport }
  /** REST, but its Config is empty or not a map: `Rest Transport: Have no Config`. */
  | { readonly kind: 'no-config' }
  /** Missing, empty, or a type that is not served: a bare 500. */
  | { readonly kind: 'not-served'; readonly type: string };

/** The key `Gateway:` with its defaults filled in (`docs/web-services.md`). */
export interface GatewayOptions {
  readonly profile: ProfileName;
  readonly answer: AnswerForm;
  readonly errorStatus: 'compatible' | 'http';
  readonly basePath: string | undefined;
  readonly authentication: {
    readonly accept: readonly CredentialSource[];
    /** Undefined: every agent and customer. */
    readonly onlyAgents: readonly string[] | undefined;
  };
  readonly transport: {
    /** Seconds; undefined for the server's own limit. */
    readonly timeout: number | undefined;
    /** Undefined: every host name. */
    readonly hostHeader: readonly string[] | undefined;
  };
  readonly rateLimit: { readonly requests: number; readonly seconds: number } | undefined;
  /** The secret that signs requests of invokers; undefined: they are not signed. */
  readonly signSecret: string | undefined;
  readonly cors: { readonly origins: readonly string[] } | undefined;
  /** The share of successful requests that the debug log records, 0 to 1. */
  readonly debug: { readonly sample: number };
  /** Members that customers may set beyond their own. Undefined: none in profile contract, all of them in others. */
  readonly customers: { readonly may: readonly string[] } | undefined;
  /** The operations that AI agents are offered as tools, by name, and how much is said of their input; undefined for none. */
  readonly mcp: { readonly operations: readonly string[]; readonly schemas: 'short' | 'full' } | undefined;
  /** `iso`: times come in ISO 8601 too, beside the family's form. */
  readonly times: 'family' | 'iso';
  /** Members and parameters of requests that operations do not know. */
  readonly unknownMembers: 'refuse' | 'ignore';
  readonly collapseSingleItem: boolean;
  /** Undefined: as the server has it. */
  readonly documentation: 'public' | 'off' | undefined;
}

/** A web service as the gateway compiles it: checked, complete, frozen. Its name and id are not part of the YAML. */
export interface WebService {
  readonly description: string;
  readonly remoteSystem: string;
  readonly frameworkVersion: string;
  readonly debugger: { readonly threshold: DebugLevel; readonly testMode: boolean };
  readonly transport: TransportDefinition;
  readonly operations: ReadonlyMap<string, OperationDefinition>;
  /** Undefined: the service sends no requests of its own. */
  readonly requester: RequesterDefinition | undefined;
  readonly gateway: GatewayOptions;
}
