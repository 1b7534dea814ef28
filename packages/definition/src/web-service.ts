import type { AnswerForm, Data, ProfileName } from '@ticketgate/sdk';

/** Levels of the debugger, in rising order (`docs/request-lifecycle.md`). */
export type DebugLevel = 'debug' | 'info' | 'notice' | 'error';

/** A value of `Provider.Operation.<Name>.MappingInbound` or `MappingOutbound`, ready to be compiled. */
export type MappingDefinition =
  /** `{}`, absent, or `{ Type: Simple }` without Config. `pass` still turns undefined into `{}`, `none` does not. */
  | { readonly kind: 'none' }
  | { readonly kind: 'pass' }
  | { readonly kind: 'simple'; readonly config: SimpleMappingConfig }
  /** `Type: XSLT` with a template. */
  | { readonly kind: 'xslt'; readonly config: XsltMappingConfig }
  /** `Type: Test`, with its TestOption. */
  | { readonly kind: 'test'; readonly option: string }
  /** Cannot be created: each request is answered with the fault `Unknown`. */
  | { readonly kind: 'broken'; readonly reason: string };

export type DefaultRule =
  { readonly mapType: 'Keep' } | { readonly mapType: 'Ignore' } | { readonly mapType: 'MapTo'; readonly mapTo: string };

/** A checked configuration of Mapping Simple (`docs/compatibility.md`). */
export interface SimpleMappingConfig {
  readonly keyMapExact: Readonly<Record<string, string>>;
  readonly keyMapRegEx: Readonly<Record<string, string>>;
  readonly keyMapDefault: DefaultRule;
  /** By new key. */
  readonly valueMap: Readonly<Record<string, ValueMapping>>;
  readonly valueMapDefault: DefaultRule;
}

/** The configuration of Mapping XSLT. */
export interface XsltMappingConfig {
  readonly template: string;
  /** Parts of the exchange that the template sees beside the data. */
  readonly dataInclude: readonly string[];
  /** Rename members before the template and after it. */
  readonly preFilters: readonly KeyFilter[];
  readonly postFilters: readonly KeyFilter[];
}

export interface KeyFilter {
  /** A Perl pattern for a part of the name. */
  readonly search: string;
  /** Instead of that part; `$1` and `${1}` are groups of the pattern. */
  readonly replace: string;
}

export interface ValueMapping {
  readonly exact: Readonly<Record<string, string>>;
  readonly regEx: Readonly<Record<string, string>>;
}

/** An entry of `Provider.Operation`. */
export interface OperationDefinition {
  readonly name: string;
  /** `''` when the entry has no Type: requests are answered with the fault `Got no OperationType!`. */
  readonly type: string;
  readonly description: string;
  readonly inbound: MappingDefinition;
  readonly outbound: MappingDefinition;
  /** Seconds; undefined for no limit but the service's. */
  readonly timeout: number | undefined;
  /** Requests at a time, in each process; undefined for no limit. */
  readonly concurrency: number | undefined;
  /** The entry as written. */
  readonly options: Data;
}

/** An entry of `RouteOperationMapping`; its operation may be missing from `Provider.Operation`. */
export interface RouteDefinition {
  readonly operation: string;
  /** As written; undefined when absent: then it never matches. */
  readonly route: string | undefined;
  /** Undefined accepts every method. */
  readonly methods: readonly string[] | undefined;
}

/** `Provider.Transport` of type HTTP::REST. */
export interface RestTransport {
  /** KeepAlive is there and not on. */
  readonly closesConnections: boolean;
  /** Bytes; undefined for no limit. */
  readonly maxLength: number | undefined;
  /** In byte order of the operation names, which is the order of matching. Undefined: no or empty RouteOperationMapping. */
  readonly routes: readonly RouteDefinition[] | undefined;
  readonly additionalHeaders: Readonly<Record<string, string>>;
  /** Ignored while there are additional headers (`docs/compatibility.md`). */
  readonly outboundHeaders: {
    readonly common: Readonly<Record<string, string>>;
    readonly specific: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

export type TransportDefinition =
  | { readonly kind: 'rest'; readonly rest: RestTransport }
  /** REST, but its Config is empty or not a map: `Rest Transport: Have no Config`. */
  | { readonly kind: 'no-config' }
  /** Missing, empty, or a type that is not served: a bare 500. */
  | { readonly kind: 'not-served'; readonly type: string };

/** Places that credentials are accepted from: `Gateway.Authentication.Accept`. */
export type CredentialSource = 'SessionID' | 'UserLogin' | 'CustomerUserLogin' | 'Headers' | 'ApiKey' | 'Cookie';

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
  readonly cors: { readonly origins: readonly string[] } | undefined;
  /** The share of successful requests that the debug log records, 0 to 1. */
  readonly debug: { readonly sample: number };
  /** What customers may set beyond what is their own. Undefined: nothing in profile contract, all of it in profile otobo. */
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
  readonly gateway: GatewayOptions;
}
