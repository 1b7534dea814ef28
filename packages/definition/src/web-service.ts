import type { MappedEntry } from './reading/read-mapping.js';
import type { GatewayOptions } from './reading/read-gateway.js';
import type { RequesterDefinition } from './requester-definition.js';
import type { SoapNames } from './soap-names.js';

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
