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

/** The record of one request. */
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
  /** How many requests it stands for, if not one. */
  readonly times?: number;
  /** Once the request is over. */
  readonly summary?: RequestSummary;
}

/** Stores debugger entries; implemented on `gi_debugger_entry` by the database package. */
export interface DebuggerSink {
  /** Spaces per level of JSON in contents; 0 for JSON on one line. */
  readonly indent: number;
  /** Stores all of them or throws. */
  write(entries: readonly DebuggerEntry[]): Promise<void>;
}

/** A call for which a context is created. */
export interface OperationScope {
  readonly binding: OperationBinding;
  readonly request: RequestInfo;
  readonly credentials: Credentials;
  /** Request headers that the operation declares. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly authentication: {
    readonly accept: readonly CredentialSource[];
    readonly onlyAgents: readonly string[] | undefined;
  };
  /** Called when the caller is authenticated. */
  onCaller(caller: Caller): void;
  /** Called when authentication fails, with the reason, and with an invalid login, which may be a password. */
  onRefusal(reason: string, noLogin?: unknown): void;
  /** Sources of credentials that were sent but are not accepted by the service. */
  ignoredCredentials(): readonly CredentialSource[];
  /** Runs another operation within this call. */
  callOperation(type: OperationType, input: Data, within: Within): Promise<Data>;
}

/** The surroundings of an operation that is called by another one, or has a transaction. */
export interface Within {
  /** The transaction that it takes part in; undefined for none. */
  readonly database?: Database | undefined;
  /** Returns the caller, undefined for nobody. By default, the credentials are checked. */
  readonly authenticate?: () => Promise<Caller | undefined>;
  /** Depth of nested invoker calls. */
  readonly callDepth?: number | undefined;
  /** Whether the operation only reads, so that a standby can answer. */
  readonly onlyReads?: boolean;
}

/** The result of this call or of the first one with the key; none if the key belongs to another request. */
export type OnceResult<Result> =
  | { readonly kind: 'done' | 'replayed'; readonly result: Result }
  | { readonly kind: 'reused' };

/**
 * Runs `work` once per caller, operation and key. The result is stored in the transaction of the context; a concurrent duplicate
 * waits for its end. Nothing is stored for unknown callers. Results are JSON values or undefined. A hash of the request detects a key that is
 * reused for another one.
 */
export type RunOnce = <Result>(
  context: OperationContext<never>,
  call: { readonly key: string; readonly fingerprint: string },
  work: () => Promise<Result>,
) => Promise<OnceResult<Result | undefined>>;

/** The parts of the composition root that calls of operations need. */
export interface OperationPorts {
  /**
   * Creates the context of an operation. The composition root knows database, accounts, settings and the services of plugins, the gateway
   * does not.
   */
  readonly createContext: (scope: OperationScope, within?: Within) => OperationContext<never>;
  /**
   * Runs `work` in a transaction that begins with its first statement. It is committed when `work` resolves, and rolled back when `work`
   * rejects or the signal is aborted.
   */
  readonly inTransaction: <Result>(signal: AbortSignal, work: (own: Database) => Promise<Result>) => Promise<Result>;
  readonly runOnce: RunOnce;
}
