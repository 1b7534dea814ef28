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
  readonly communicationType: 'Provider';
  readonly remoteIP: string | undefined;
  readonly webServiceID: number;
  readonly time: Date;
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

/** What the gateway knows of a call when its operation is about to run. */
export interface CallScope {
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
  /** To be told why nobody could be authenticated. */
  onRefusal(reason: string): void;
  /** Kinds of credentials that came although the service does not accept them. */
  ignoredCredentials(): readonly CredentialSource[];
  /** Runs another operation within this call. */
  callOperation(type: OperationType, input: Data, within: Within): Promise<Data>;
}

/** What an operation that another one calls goes on with. */
export interface Within {
  /** A transaction, where one is open. */
  readonly database: Database;
  /** Who calls the other one; undefined for nobody. */
  readonly authenticate: () => Promise<Caller | undefined>;
}

/**
 * Makes what an operation may use; the composition root knows database, accounts, settings and the services of plugins, the gateway
 * does not.
 */
export type CreateContext = (scope: CallScope, within?: Within) => OperationContext<never>;

/** A request that must not be carried out twice. */
export interface KeyedCall {
  /** The client's `Idempotency-Key`. */
  readonly key: string;
  /** Tells requests apart that came under one key. */
  readonly fingerprint: string;
}

/** What became of a keyed call: its result, now or from the first time, or nothing since the key belongs to another request. */
export type OnceResult<Result> =
  { readonly kind: 'done' | 'replayed'; readonly result: Result } | { readonly kind: 'reused' };

/**
 * Carries out `work` once per caller, operation and key, in one transaction with the note that it was done; a duplicate that comes
 * meanwhile waits. What fails is not noted. Unknown callers get no notes either. Results are JSON values or undefined.
 */
export type RunOnce = <Result>(
  scope: CallScope,
  call: KeyedCall,
  work: (context: OperationContext<never>) => Promise<Result>,
) => Promise<OnceResult<Result | undefined>>;
