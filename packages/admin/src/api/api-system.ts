import type {
  AuditLog,
  DebugLog,
  DebugLogContent,
  RecordedRequest,
  RecordedRequests,
  Replicas,
  RequestCounts,
  ServiceDrafts,
  VersionNote,
} from '@ticketgate/database';
import type { DebuggerEntryContent, ServiceRecord } from '@ticketgate/gateway';
import type { Caller, Data, JsonSchema } from '@ticketgate/sdk';

import type { ActionSystem } from '../actions/action.js';
import type { EventHub } from './events/event-hub.js';
import type { ListedVersion } from '../services/list-versions.js';

/** What the API of administrators works on; the server provides it. */
export interface ApiSystem extends ActionSystem {
  readonly audit: AuditLog;
  readonly drafts: ServiceDrafts;
  readonly requests: RecordedRequests;
  readonly debugLog: DebugLog;
  readonly counts: RequestCounts;
  readonly replicas: Replicas;
  /** Web services as they are served, and definition files without one. */
  listServices(): Promise<readonly ServiceSummary[]>;
  /** The same of one web service. */
  describeService(name: string): Promise<ServiceSummary | undefined>;
  /** What else an administrator should know after a change of a web service. */
  consequencesOf(name: string): Promise<readonly string[]>;
  readonly events: EventHub;
  /** The command that sends a recorded request again; null where too little was recorded. */
  curlOf(
    request: RecordedRequest & { readonly contents: readonly DebugLogContent[] },
  ): CurlCommand | { readonly command: null; readonly notes: readonly string[] };
  /** Sends a recorded request again, and undoes what it did. */
  replay(
    request: RecordedRequest & { readonly contents: readonly DebugLogContent[] },
    how: ReplayHow,
  ): Promise<Replayed>;
  /** Calls an operation, and undoes what it did. */
  tryCall(call: TriedCall, how: Omit<ReplayHow, 'ignored'>): Promise<Tried>;
  /** Deletes requests that are older than `days` days, of all web services or one. Resolves to the number of requests. */
  cleanDebugLog(days: number, serviceID?: number): Promise<number>;
  /** JSON Schemas of what administrators write, by the names of their files. */
  editorSchemas(): ReadonlyMap<string, JsonSchema>;
  listSettings(): ListedSettings;
  listPlugins(): ListedPlugins;
  describe(): Promise<Data>;
  /** Of the program. */
  readonly version: string;
}

/** A web service in lists; what is not known is undefined. */
export interface ServiceSummary {
  readonly id: number | undefined;
  readonly name: string;
  readonly state: 'served' | 'disabled' | 'not servable' | 'absent';
  /** Why it is not served, or what of it is not. */
  readonly reason: string | undefined;
  /** How it differs from its definition file. */
  readonly drift: string | undefined;
  /** Undefined when there is only a file. */
  readonly details?: ServiceDetails | undefined;
}

export interface ServiceDetails {
  /** Undefined where it is not known. */
  readonly origin: VersionNote['origin'] | 'host' | undefined;
  /** The current version; undefined where the host's history has none. */
  readonly version: ListedVersion | undefined;
  /** To go back to, where the current one cannot be served. */
  readonly lastGoodVersion: number | undefined;
  readonly routes: number;
  readonly warnings: number;
  /** In the last 7 days. */
  readonly calls: number;
}

/** A command for a shell, and what to know before running it, for example that a part was not recorded. */
export interface CurlCommand {
  readonly command: string;
  readonly notes: readonly string[];
}

/** How recorded requests are sent again. */
export interface ReplayHow {
  /** The version of the service that answers. */
  readonly record: ServiceRecord;
  /** The version whose answers to the same requests are compared with its own; default: the answers that were recorded. */
  readonly beside?: ServiceRecord;
  /** Who calls, whoever called then. */
  readonly caller: Caller;
  /** Members that are not compared, for example times. */
  readonly ignored: ReadonlySet<string>;
}

/** What a replay found. */
export interface Replayed {
  readonly communicationID: string;
  readonly operation: string;
  readonly kind: 'same' | 'different' | 'refused';
  /** Why it was refused, or what differs. */
  readonly findings: readonly string[];
}

export interface TriedCall {
  /** Its name in the definition. */
  readonly operation: string;
  readonly method: string;
  readonly data: unknown;
}

export interface Tried {
  /** Why nothing was called; null otherwise. */
  readonly refusal: string | null;
  readonly errorCode: string | null;
  readonly trace: readonly DebuggerEntryContent[];
}

interface Valued {
  readonly name: string;
  /** Secrets are masked. */
  readonly value: unknown;
  readonly default: unknown;
  readonly source: 'default' | 'host' | 'file' | 'environment' | 'command line';
  /** The path of the file, the variable, or the flag. */
  readonly from: string | null;
  readonly description: string;
}

export interface ListedSettings {
  /** Of the family. */
  readonly settings: readonly Valued[];
  /** Of `gateway.yml`, by their paths. */
  readonly options: readonly Valued[];
}

export interface ListedPlugins {
  readonly items: readonly { readonly name: string; readonly operations: readonly string[] }[];
  readonly problems: readonly { readonly name: string; readonly code: string; readonly message: string }[];
}
