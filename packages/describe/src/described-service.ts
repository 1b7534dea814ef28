import type { CredentialMember, GatewayOptions, WebService } from '@ticketgate/definition';
import type { Data, JsonSchema, Operation, Reason } from '@ticketgate/sdk';

/** A web service as it is published. */
export interface ServiceDefinition {
  readonly name: string;
  readonly webService: WebService;
  /** Name of the cookie that a host system keeps its sessions in (setting `SessionName`). */
  readonly cookieName?: string;
}

/** The operations that plugins bring, by type; a Map is one. */
export interface KnownOperations {
  get(type: string): Operation | undefined;
}

/**
 * What a web service offers its clients, independent of the format: OpenAPI documents, generated clients and tools are made
 * of this.
 */
export interface DescribedService {
  readonly name: string;
  readonly description: string;
  /** Paths that it is served at, relative to the address of the server, for example `/Webservice/Helpdesk`. */
  readonly paths: readonly string[];
  /** The form of answers, statuses of errors, limits and the like. */
  readonly options: GatewayOptions;
  /** Bytes of a body; undefined for no limit but the server's. */
  readonly maxLength: number | undefined;
  /** The document that its clients read instead of an OpenAPI document; undefined where that is the one. */
  readonly ownDocument: OwnDocument | undefined;
  /** In the order in which their routes are tried. */
  readonly operations: readonly DescribedOperation[];
  /** Operations of the definition that no request can call. */
  readonly unreachable: readonly UnreachableOperation[];
}

/** The document of a service that OpenAPI cannot describe, since it is called in another way. */
export interface OwnDocument {
  /** For example `WSDL`. */
  readonly name: string;
  /** How the service is called, for example `SOAP`. */
  readonly protocol: string;
  /** The query behind the address of the service at which it is. */
  readonly query: string;
  /**
   * Writes it with a pause after each operation; the result completes it for clients that reach the service at an address.
   *
   * @example
   * const write = await inSteps(document.write(service));
   * write('https://tickets.example.org/Webservice/Tickets');
   */
  write(service: DescribedService): Generator<undefined, (address: string) => string>;
  /** A request to try, which is sent by POST to the address of the service. */
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
  /** One sentence: what the definition says, or else the operation. */
  readonly summary: string;
  readonly description: string;
  readonly hints: DescribedHints;
  /** The requests that carry it out, the first one first. There is at least one, except where the service has a document of its own. */
  readonly calls: readonly DescribedCall[];
  /** `HEAD` and `OPTIONS`, where the route lists them: answered without carrying out anything that writes. */
  readonly probes: readonly string[];
  /**
   * The schema of what clients send, without credentials and under the clients' names. It includes members that come in the path. A
   * member that the service sets itself is not in it.
   */
  readonly input: JsonSchema;
  readonly credentials: DescribedCredentials;
  /** The schema of a successful answer as clients see it, without envelope; undefined if the operation does not declare one. */
  readonly output: JsonSchema | undefined;
  /** Errors of the operation itself. Failures of the gateway (`Gateway.…`) and of the accounts (`Accounts.…`) come on top. */
  readonly errors: readonly DescribedError[];
  /** The body of such an error; with `Answer: flat` it passes the outbound mapping. */
  readonly errorBody: JsonSchema;
  readonly examples: readonly DescribedExample[];
  /** Request headers that it reads beside credentials: what each is for, by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** A request with an `Idempotency-Key` is carried out once, however often it is sent. */
  readonly takesIdempotencyKey: boolean;
}

export interface DescribedHints {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly idempotent: boolean;
}

/** One request that carries an operation out. */
export interface DescribedCall {
  readonly method: RouteMethod;
  /** Below the service's paths, with placeholders in braces: `/Ticket/{TicketID}`. */
  readonly path: string;
  /** Placeholders of the path, which are members of the input. */
  readonly pathMembers: readonly string[];
  /** Where the other members go. `either`: into the query string, the body, or both. */
  readonly place: 'query' | 'body' | 'either';
}

export const ROUTE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type RouteMethod = (typeof ROUTE_METHODS)[number];

/** Methods that carry out nothing that writes, and what they do. */
export const PROBES: Readonly<Record<string, string>> = {
  HEAD: 'Answers headers only.',
  OPTIONS: 'Lists the methods of the path.',
};

export interface DescribedCredentials {
  /**
   * `needed`: without them the operation answers AuthFail. `none`: it takes none (what looks like credentials is its input then).
   * `optional`: the operation does not say.
   */
  readonly need: 'needed' | 'optional' | 'none';
  /** Ways to prove who calls, one of which is enough: all of its parts belong together. */
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
  /** Where the service has `ErrorStatus: http`; otherwise all of them come with 200. */
  readonly status: number;
}

/** A request that works, as clients send it. */
export interface DescribedExample {
  readonly summary: string;
  readonly input: Data;
  /** Without envelope. */
  readonly output?: Data;
}

/** The requests of a route, or why clients cannot send any. */
export type ReachableRoute =
  | { readonly calls: readonly DescribedCall[]; readonly probes: readonly string[] }
  | { readonly reason: string };

/** What the description of a service needs to know of its transport. */
export interface DescribedTransport {
  readonly options: GatewayOptions;
  /** Bytes of a body; undefined for no limit but the server's. */
  readonly maxLength: number | undefined;
  /** The document for its clients; undefined: it is the OpenAPI document. */
  readonly ownDocument: OwnDocument | undefined;
  /** The requests of operations that have no route. */
  readonly usual: ReachableRoute;
  /** The routes by operation. */
  routes(): ReadonlyMap<string, ReachableRoute>;
}
