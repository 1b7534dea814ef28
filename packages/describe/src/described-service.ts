import type { CredentialMember, GatewayOptions, WebService } from '@ticketgate/definition';
import type { Data, JsonSchema, Operation, OperationExample, Reason } from '@ticketgate/sdk';

/** A web service as it is published. */
export interface ServiceDefinition {
  readonly name: string;
  readonly webService: WebService;
  /** Name of the cookie that a host system keeps its sessions in (setting `SessionName`). */
  readonly cookieName?: string;
}

/** The operations of plugins, by type; for example a Map. */
export interface KnownOperations {
  get(type: string): Operation | undefined;
}

/** What a web service offers its clients, in no particular format: OpenAPI documents, generated clients and tools are made from it. */
export interface DescribedService {
  readonly name: string;
  readonly description: string;
  /** Its paths, relative to the address of the server, for example `/Webservice/Helpdesk`. */
  readonly paths: readonly string[];
  readonly options: GatewayOptions;
  /** Most bytes of a body; undefined: only the server's limit applies. */
  readonly maxLength: number | undefined;
  /** The document that clients read instead of an OpenAPI document; undefined if they read that. */
  readonly ownDocument: OwnDocument | undefined;
  /** In the order in which their routes are tried. */
  readonly operations: readonly DescribedOperation[];
  /** Operations of the definition that no request can call. */
  readonly unreachable: readonly UnreachableOperation[];
}

/** The document of a service that OpenAPI cannot describe, because it has another protocol. */
export interface OwnDocument {
  /** For example `WSDL`. */
  readonly name: string;
  /** How the service is called, for example `SOAP`. */
  readonly protocol: string;
  /** The query to append to the address of the service. */
  readonly query: string;
  /**
   * Writes it with a pause after each operation. The result inserts the address at which clients reach the service.
   *
   * @example
   * const write = await inSteps(document.write(service));
   * write('https://tickets.example.org/Webservice/Tickets');
   */
  write(service: DescribedService): Generator<undefined, (address: string) => string>;
  /** A sample request, to be sent by POST to the address of the service. */
  request(operation: string, input: Data): DescribedBody;
}

export interface DescribedBody {
  readonly contentType: string;
  readonly body: string;
}

export interface UnreachableOperation {
  readonly name: string;
  /** One sentence. */
  readonly reason: string;
}

export interface DescribedOperation {
  /** The key below `Provider.Operation`: unique within the service. */
  readonly name: string;
  readonly type: string;
  /** One sentence from the definition, or else from the operation. */
  readonly summary: string;
  readonly description: string;
  readonly hints: DescribedHints;
  /** The requests that call it, in order. There is at least one, unless the service has a document of its own. */
  readonly calls: readonly DescribedCall[];
  /** `HEAD` and `OPTIONS`, if the route lists them: they never change anything. */
  readonly probes: readonly string[];
  /**
   * The schema of what clients send, under the clients' names and without credentials. It includes members in the path, but none that the
   * service sets itself.
   */
  readonly input: JsonSchema;
  readonly credentials: DescribedCredentials;
  /** The schema of a successful answer as clients see it, without envelope; undefined if the operation does not declare one. */
  readonly output: JsonSchema | undefined;
  /** Errors of the operation itself. Failures of the gateway (`Gateway.…`) and of the accounts (`Accounts.…`) can occur as well. */
  readonly errors: readonly DescribedError[];
  /** The body of such an error; with `Answer: flat` it passes the outbound mapping. */
  readonly errorBody: JsonSchema;
  readonly examples: readonly OperationExample[];
  /** Request headers that it reads in addition to credentials: the purpose of each, by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a repeated request with the same `Idempotency-Key` only takes effect once. */
  readonly takesIdempotencyKey: boolean;
}

export interface DescribedHints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
}

export interface DescribedCall {
  readonly method: RouteMethod;
  /** Relative to the service's paths, with placeholders in braces: `/Ticket/{TicketID}`. */
  readonly path: string;
  /** The placeholders of the path, which are members of the input. */
  readonly pathMembers: readonly string[];
  /** Where the other members go. `either`: the query string, the body, or both. */
  readonly place: 'query' | 'body' | 'either';
}

export const ROUTE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type RouteMethod = (typeof ROUTE_METHODS)[number];

/** Methods that never change anything, and what they do. */
export const PROBES: Readonly<Record<string, string>> = {
  HEAD: 'Answers headers only.',
  OPTIONS: 'Lists the methods of the path.',
};

export interface DescribedCredentials {
  /**
   * `needed`: without them, the operation answers AuthFail. `none`: it takes none, and what looks like credentials is its input.
   * `optional`: the operation does not say.
   */
  readonly need: 'needed' | 'optional' | 'none';
  /** Ways to authenticate. One is enough, but it needs all of its parts. */
  readonly choices: readonly (readonly CredentialPart[])[];
}

export interface CredentialPart {
  /** `member`: of the request's data, in the body or in the query string. */
  readonly in: 'member' | 'header' | 'cookie';
  readonly name: string;
  readonly holds: 'ApiKey' | CredentialMember;
}

export interface DescribedError {
  /** For example `TicketCreate.AccessDenied`. */
  readonly code: string;
  readonly reason: Reason;
  /** The status if the service has `ErrorStatus: http`; otherwise it is always 200. */
  readonly status: number;
}

/** The requests of a route, or the reason why clients cannot send any. */
export type ReachableRoute =
  | { readonly calls: readonly DescribedCall[]; readonly probes: readonly string[] }
  | { readonly reason: string };

/** The part of a service's description that depends on its transport. */
export interface DescribedTransport {
  readonly options: GatewayOptions;
  /** Most bytes of a body; undefined: only the server's limit applies. */
  readonly maxLength: number | undefined;
  /** The document for its clients; undefined: the OpenAPI document. */
  readonly ownDocument: OwnDocument | undefined;
  /** The requests of operations without a route. */
  readonly usual: ReachableRoute;
  routes(): ReadonlyMap<string, ReachableRoute>;
}
