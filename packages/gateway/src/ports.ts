import type { CredentialSource, DebugLevel } from '@ticketgate/definition';
import type {
  Caller,
  Credentials,
  Data,
  Database,
  OperationBinding,
  OperationContext,
  OperationType,
  RequestInfo,
  RequestSummary,
} from '@ticketgate/sdk';

/** A row of `gi_webservice_config` as the gateway publishes it. */
export interface ServiceRecord {
  readonly id: number;
  readonly name: string;
  /** YAML text. */
  readonly config: string;
  /** 1 is valid; others are unknown to clients. */
  readonly validID: number;
}

/** One recorded point of a request (`docs/request-lifecycle.md`), secrets already masked. */
export interface DebuggerEntryContent {
  readonly level: DebugLevel;
  /** At most 255 characters. */
  readonly subject: string;
  readonly content: string;
  readonly time: Date;
}

/** All that is recorded of one request. */
export interface DebuggerEntry {
  /** 32 hexadecimal digits. */
  readonly communicationID: string;
  readonly communicationType: 'Provider' | 'Requester';
  readonly remoteIP: string | undefined;
  readonly webServiceID: number;
  readonly time: Date;
  /** The path of the request without its query, masked like the contents. */
  readonly path: string;
  readonly contents: readonly DebuggerEntryContent[];
  /** The most severe level of its contents. */
  readonly level: DebugLevel;
  /** Whether a text was longer than what is kept of it. */
  readonly isTruncated: boolean;
  /** Once the request is over. */
  readonly summary?: RequestSummary;
}

/** Where debugger entries go; implemented on `gi_debugger_entry` by the database package. */
export interface DebuggerSink {
  /** Spaces per level of JSON in contents, for those who read it as it is stored; 0 for JSON on one line. */
  readonly indent: number;
  /** Stores all of them or throws. */
  write(entries: readonly DebuggerEntry[]): Promise<void>;
}

/** The gateway's facts about a call when its operation is about to run. */
export interface OperationScope {
  readonly binding: OperationBinding;
  readonly request: RequestInfo;
  readonly credentials: Credentials;
  /** Those that the operation declares. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly authentication: {
    readonly accept: readonly CredentialSource[];
    readonly onlyAgents: readonly string[] | undefined;
  };
  /** To be told who calls, as soon as it is known. */
  onCaller(caller: Caller): void;
  /** To be told why nobody could be authenticated, and what came as a login but is none: it may be a password. */
  onRefusal(reason: string, noLogin?: unknown): void;
  /** Kinds of credentials that came although the service does not accept them. */
  ignoredCredentials(): readonly CredentialSource[];
  /** Runs another operation within this call. */
  callOperation(type: OperationType, input: Data, within: Within): Promise<Data>;
}

/** The context of an operation that is called by another one, or that has a transaction. */
export interface Within {
  /** The transaction that it takes part in; undefined for none. */
  readonly database?: Database | undefined;
  /** The caller, undefined for nobody. Without this function, the credentials decide. */
  readonly authenticate?: () => Promise<Caller | undefined>;
  /** Calls of invokers that it is within. */
  readonly callDepth?: number | undefined;
}

/**
 * Makes what an operation may use; the composition root knows database, accounts, settings and the services of plugins, the gateway
 * does not.
 */
export type CreateContext = (scope: OperationScope, within?: Within) => OperationContext<never>;

/**
 * Runs `work` in a transaction that begins with its first statement. It is committed when `work` resolves, and rolled back when `work`
 * rejects or the signal is aborted.
 */
export type InTransaction = <Result>(
  signal: AbortSignal,
  work: (transaction: Database) => Promise<Result>,
) => Promise<Result>;

/** A request that must not be carried out twice. */
interface KeyedCall {
  /** The client's `Idempotency-Key`. */
  readonly key: string;
  /** Tells requests apart that came under one key. */
  readonly fingerprint: string;
}

/** The result of a keyed call: that of this call or of the first one, or nothing if the key belongs to another request. */
export type OnceResult<Result> =
  { readonly kind: 'done' | 'replayed'; readonly result: Result } | { readonly kind: 'reused' };

/**
 * Carries out `work` once per caller, operation and key. The note that it was done is part of the transaction of the context; a duplicate
 * that comes meanwhile waits for its end. Unknown callers get no notes. Results are JSON values or undefined.
 */
export type RunOnce = <Result>(
  context: OperationContext<never>,
  call: KeyedCall,
  work: () => Promise<Result>,
) => Promise<OnceResult<Result | undefined>>;

/** The parts of the composition root that calls of operations need. */
export interface OperationPorts {
  readonly createContext: CreateContext;
  readonly inTransaction: InTransaction;
  readonly runOnce: RunOnce;
}
