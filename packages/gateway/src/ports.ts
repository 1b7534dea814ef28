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

/** A row of `gi_webservice_config`. */
export interface ServiceRecord {
  readonly id: number;
  readonly name: string;
  /** YAML text. */
  readonly config: string;
  /** 1 is valid; clients cannot reach services with any other value. */
  readonly validID: number;
}

/** A recorded point of a request (`docs/request-lifecycle.md`), with masked secrets. */
export interface DebuggerEntryContent {
  readonly level: DebugLevel;
  /** At most 255 characters. */
  readonly subject: string;
  readonly content: string;
  readonly time: Date;
}

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
  /** Whether a text was cut. */
  readonly isTruncated: boolean;
  /** The number of requests that it represents; default: 1. */
  readonly times?: number;
  /** Set once the request is over. */
  readonly summary?: RequestSummary;
}

/** Stores debugger entries; implemented on `gi_debugger_entry` by the database package. */
export interface DebuggerSink {
  /** Spaces per level of JSON in contents; 0 for JSON on one line. */
  readonly indent: number;
  /** Stores all entries, or throws. */
  write(entries: readonly DebuggerEntry[]): Promise<void>;
}

export interface OperationScope {
  readonly binding: OperationBinding;
  readonly request: RequestInfo;
  readonly credentials: Credentials;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly authentication: {
    readonly accept: readonly CredentialSource[];
    readonly onlyAgents: readonly string[] | undefined;
  };
  /** Called when the caller is authenticated. */
  onCaller(caller: Caller): void;
  /** Called if authentication fails, with the reason, and with an invalid login, which may be a password. */
  onRefusal(reason: string, noLogin?: unknown): void;
  /** Sources of credentials that were sent but that the service does not accept. */
  ignoredCredentials(): readonly CredentialSource[];
  /** Runs another operation as part of this call. */
  callOperation(type: OperationType, input: Data, within: Within): Promise<Data>;
}

/** The surroundings of an operation that another one calls, or that runs in a transaction. */
export interface Within {
  /** The transaction to join; undefined for none. */
  readonly database?: Database | undefined;
  /** Returns the caller; undefined if unknown. Default: checks the credentials. */
  readonly authenticate?: () => Promise<Caller | undefined>;
  /** Depth of nested invoker calls. */
  readonly callDepth?: number | undefined;
  /** Whether the operation only reads, so that a standby can answer. */
  readonly onlyReads?: boolean;
}

/** The result of this call, or of the first one with the same key; none if the key belongs to another request. */
export type OnceResult<Result> =
  | { readonly kind: 'done' | 'replayed'; readonly result: Result }
  | { readonly kind: 'reused' };

/**
 * Runs `work` once per caller, operation and key. The result, which is a JSON value or undefined, is stored in the context's transaction; a
 * concurrent duplicate waits for its end. Nothing is stored for unknown callers. The fingerprint, a hash of the request, reveals a key that is
 * reused for another request.
 */
export type RunOnce = <Result>(
  context: OperationContext<never>,
  call: { readonly key: string; readonly fingerprint: string },
  work: () => Promise<Result>,
) => Promise<OnceResult<Result | undefined>>;

/** The parts of the server that calls of operations need. */
export interface OperationPorts {
  /** Creates the context of an operation: only the server knows database, accounts, settings and the services of plugins. */
  readonly createContext: (scope: OperationScope, within?: Within) => OperationContext<never>;
  /**
   * Runs `work` in a transaction that begins with its first statement. It is committed if `work` resolves, and rolled back if `work` rejects
   * or the signal is aborted.
   */
  readonly inTransaction: <Result>(signal: AbortSignal, work: (own: Database) => Promise<Result>) => Promise<Result>;
  readonly runOnce: RunOnce;
}
