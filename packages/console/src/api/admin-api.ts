// Written by `npm run generate:console` from the OpenAPI document of the administration.
export type Mistake = { readonly at: string; readonly message: string };

export type Problem = {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly values?: Readonly<Record<string, unknown>> | undefined;
  readonly mistakes?: readonly Mistake[] | undefined;
};

export type PostSessionBody = { readonly UserLogin: string; readonly Password: string };

export type Administrator = {
  readonly login: string;
  readonly name: string;
  readonly csrfToken: string | null;
  readonly endsAt: string | null;
};

export type SignInWays = { readonly provider: string | null; readonly passwordForm: 'shown' | 'folded' };

export type PostSignInBody = { readonly again?: boolean | undefined };

export type BegunSignIn = { readonly url: string };

export type PostSignInCallbackBody = { readonly query: string };

export type Version = {
  readonly id: number;
  readonly number: number;
  readonly time: string;
  readonly author: string;
  readonly origin?: string | undefined;
  readonly action: string;
  readonly comment: string;
};

export type ServiceDetails = {
  readonly origin?: string | undefined;
  readonly version?: Version | undefined;
  readonly lastGoodVersion?: number | undefined;
  readonly routes: number;
  readonly invokers: number;
  readonly invokersOff?: string | undefined;
  readonly warnings: number;
  readonly description: string;
  readonly remoteSystem: string;
  readonly calls: number;
};

export type SparkStep = { readonly begin: string; readonly requests: number; readonly failed: number };

export type Traffic = {
  readonly requests: number;
  readonly failed: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly spark: readonly SparkStep[];
};

export type Service = {
  readonly id?: number | undefined;
  readonly name: string;
  readonly state: 'served' | 'disabled' | 'not servable' | 'absent';
  readonly reason?: string | undefined;
  readonly drift?: string | undefined;
  readonly details?: ServiceDetails | undefined;
  readonly hasDraft: boolean;
  readonly traffic: Traffic;
};

export type GetServicesAnswer = { readonly items: readonly Service[]; readonly next: string | null };

export type PostServicesBody = {
  readonly name: string;
  readonly definition: string;
  readonly enabled?: boolean | undefined;
  readonly comment?: string | undefined;
  readonly force?: boolean | undefined;
};

export type SavedService = {
  readonly name: string;
  readonly isChanged: boolean;
  readonly version: number | null;
  readonly warnings: readonly string[];
};

export type GetServicesNameAnswer = {
  readonly id?: number | undefined;
  readonly name: string;
  readonly state: 'served' | 'disabled' | 'not servable' | 'absent';
  readonly reason?: string | undefined;
  readonly drift?: string | undefined;
  readonly details?: ServiceDetails | undefined;
  readonly definition: string;
};

export type PatchServicesNameBody = {
  readonly base: number;
  readonly enabled?: boolean | undefined;
  readonly name?: string | undefined;
  readonly comment?: string | undefined;
};

export type OperationCall = {
  readonly method: string;
  readonly path: string;
  readonly pathMembers: readonly string[];
  readonly place: 'query' | 'body' | 'either';
};

export type OperationExample = { readonly summary: string; readonly input: unknown };

export type OperationBody = { readonly contentType: string; readonly body: string };

export type OperationUsage = { readonly requests: number; readonly failed: number; readonly last: string | null };

export type ServiceOperation = {
  readonly name: string;
  readonly type: string;
  readonly summary: string;
  readonly obstacle: string | null;
  readonly calls: readonly OperationCall[];
  readonly examples: readonly OperationExample[];
  readonly requests?: readonly OperationBody[] | undefined;
  readonly inbound: 'none' | 'Simple' | 'XSLT' | 'Test' | 'broken';
  readonly outbound: 'none' | 'Simple' | 'XSLT' | 'Test' | 'broken';
  readonly usage: OperationUsage;
};

export type GetServicesNameOperationsAnswer = { readonly items: readonly ServiceOperation[] };

export type Draft = {
  readonly definition: string;
  readonly base: number;
  readonly revision: number;
  readonly author: string;
  readonly changedAt: string;
};

export type PutServicesNameDraftBody = {
  readonly definition: string;
  readonly base: number;
  readonly revision: number | null;
};

export type PostCheckBody = { readonly definition: string; readonly name?: string | undefined };

export type Place = { readonly line: number; readonly column: number };

export type Range = { readonly start: Place; readonly end: Place };

export type Fix = { readonly title: string; readonly range: Range; readonly text: string };

export type Diagnostic = {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly path: readonly (string | number)[];
  readonly range: Range;
  readonly fixes: readonly Fix[];
  readonly breaks?: string | undefined;
};

export type PostCheckAnswer = { readonly isPublishable: boolean; readonly diagnostics: readonly Diagnostic[] };

export type PostServicesNameImpactBody = { readonly definition: string; readonly force?: boolean | undefined };

export type ChangeRoute = { readonly method?: string | undefined; readonly route: string };

export type Change = {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly part: string;
  readonly operation?: string | undefined;
  readonly route?: ChangeRoute | undefined;
  readonly path: readonly (string | number)[];
  readonly sentence: string;
  readonly words?: string | undefined;
  readonly breaks: boolean;
  readonly calls?: number | undefined;
  readonly callers?: number | undefined;
};

export type PostServicesNameImpactAnswer = {
  readonly exists: boolean;
  readonly isPublishable: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly changes: readonly Change[];
};

export type PostServicesNameReplayBody = {
  readonly definition: string;
  readonly requests?: readonly string[] | undefined;
  readonly writes?: boolean | undefined;
  readonly ignore?: readonly string[] | undefined;
};

export type PlayedRequest = {
  readonly communicationID: string;
  readonly operation: string | null;
  readonly kind: 'same' | 'different' | 'skipped';
  readonly findings: readonly string[];
};

export type PostServicesNameReplayAnswer = {
  readonly requests: readonly PlayedRequest[];
  readonly left: readonly string[];
};

export type PostServicesNamePublishBody = {
  readonly definition?: string | undefined;
  readonly base?: number | undefined;
  readonly revision?: number | undefined;
  readonly comment?: string | undefined;
  readonly force?: boolean | undefined;
};

export type PostServicesNameRollbackBody = {
  readonly version: number;
  readonly base: number;
  readonly comment?: string | undefined;
};

export type PostServicesNameCloneBody = { readonly name: string; readonly comment?: string | undefined };

export type PostServicesImportBody = {
  readonly name: string;
  readonly definition: string;
  readonly report?: boolean | undefined;
  readonly base?: number | undefined;
  readonly comment?: string | undefined;
  readonly force?: boolean | undefined;
};

export type ServedPart = {
  readonly part: string;
  readonly verdict: 'as it is' | 'with a note' | 'not served';
  readonly notes: readonly string[];
};

export type PostServicesImportAnswer = {
  readonly parts: readonly ServedPart[];
  readonly exists: boolean;
  readonly isPublishable: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly changes: readonly Change[];
  readonly saved: SavedService | null;
};

export type VersionMeaning = { readonly count: number; readonly sentences: readonly string[] };

export type ListedVersion = {
  readonly id: number;
  readonly number: number;
  readonly time: string;
  readonly author: string;
  readonly origin?: string | undefined;
  readonly action: string;
  readonly comment: string;
  readonly isCurrent: boolean;
  readonly meaning: VersionMeaning | null;
};

export type GetServicesNameVersionsAnswer = {
  readonly items: readonly ListedVersion[];
  readonly next: number | null;
  readonly total: number;
};

export type GetServicesNameVersionsIdAnswer = {
  readonly id: number;
  readonly number: number;
  readonly time: string;
  readonly author: string;
  readonly origin?: string | undefined;
  readonly action: string;
  readonly comment: string;
  readonly definition: string;
};

export type PostServicesNameDiffBody = {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly definition?: string | undefined;
  readonly service?: string | undefined;
};

export type PostServicesNameDiffAnswer = { readonly changes: readonly Change[]; readonly patch: string | null };

export type PostCompareBodyMine = {
  readonly service?: string | undefined;
  readonly version?: number | undefined;
  readonly definition?: string | undefined;
};

export type PostCompareBodyTheirs = {
  readonly service?: string | undefined;
  readonly version?: number | undefined;
  readonly definition?: string | undefined;
};

export type PostCompareBodyBase = {
  readonly service?: string | undefined;
  readonly version?: number | undefined;
  readonly definition?: string | undefined;
};

export type PostCompareBody = {
  readonly mine: PostCompareBodyMine;
  readonly theirs: PostCompareBodyTheirs;
  readonly base?: PostCompareBodyBase | undefined;
};

export type PostCompareAnswerTexts = { readonly mine: string; readonly theirs: string; readonly base: string | null };

export type Comparison = { readonly changes: readonly Change[]; readonly patch: string | null };

export type PostCompareAnswerSinceBase = { readonly mine: Comparison; readonly theirs: Comparison };

export type PostCompareAnswer = {
  readonly changes: readonly Change[];
  readonly patch: string | null;
  readonly texts: PostCompareAnswerTexts;
  readonly sinceBase: PostCompareAnswerSinceBase | null;
};

export type OperationType = {
  readonly type: string;
  readonly plugin: string | null;
  readonly version: string | null;
  readonly services: readonly string[];
  readonly summary: string;
  readonly description: string | null;
  readonly effect: 'reads' | 'writes';
  readonly input: unknown;
  readonly output: unknown;
  readonly options: unknown;
  readonly errors: readonly string[];
  readonly examples: readonly OperationExample[];
  readonly isReplayed: boolean;
};

export type GetOperationsAnswer = { readonly items: readonly OperationType[] };

export type PostOperationsDefinitionBodyOperation = {
  readonly type: string;
  readonly methods?: readonly string[] | undefined;
  readonly route?: string | undefined;
};

export type PostOperationsDefinitionBody = {
  readonly operations: readonly PostOperationsDefinitionBodyOperation[];
  readonly description?: string | undefined;
  readonly profile?: 'contract' | 'otobo' | 'znuny' | 'otrs' | undefined;
  readonly answer?: 'flat' | 'envelope' | 'problem' | undefined;
  readonly transport?: 'rest' | 'soap' | undefined;
  readonly accept?:
    | readonly ('SessionID' | 'UserLogin' | 'CustomerUserLogin' | 'Headers' | 'ApiKey' | 'Cookie')[]
    | undefined;
  readonly onlyAgents?: readonly string[] | undefined;
};

export type PostOperationsDefinitionAnswer = { readonly definition: string };

export type PostMappingPreviewBody = {
  readonly definition: string;
  readonly side: 'inbound' | 'outbound';
  readonly data: Readonly<Record<string, unknown>>;
  readonly operation?: string | undefined;
  readonly invoker?: string | undefined;
};

export type PostMappingPreviewAnswerPlace = { readonly line: number; readonly column: number };

export type PostMappingPreviewAnswerPattern = { readonly rule: readonly string[]; readonly problem: string };

export type MappedMember = {
  readonly from: string | null;
  readonly to: string | null;
  readonly fate: 'kept' | 'changed' | 'dropped' | 'made';
  readonly keyRule: readonly string[] | null;
  readonly valueRule: readonly string[] | null;
};

export type PostMappingPreviewAnswer = {
  readonly result: unknown;
  readonly notices: readonly string[];
  readonly error: string | null;
  readonly place?: PostMappingPreviewAnswerPlace | undefined;
  readonly patterns: readonly PostMappingPreviewAnswerPattern[];
  readonly members: readonly MappedMember[];
};

export type GetMappingSampleAnswer = {
  readonly source: 'request' | 'example' | 'nothing';
  readonly communicationID: string | null;
  readonly created: string | null;
  readonly data: Readonly<Record<string, unknown>>;
};

export type InvokerEvent = { readonly event: string; readonly isAsynchronous: boolean; readonly hasCondition: boolean };

export type InvokerExample = { readonly summary: string; readonly data: unknown };

export type ServiceInvoker = {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly method: string | null;
  readonly path: string | null;
  readonly events: readonly InvokerEvent[];
  readonly inbound: 'none' | 'Simple' | 'XSLT' | 'Test' | 'broken';
  readonly outbound: 'none' | 'Simple' | 'XSLT' | 'Test' | 'broken';
  readonly examples: readonly InvokerExample[];
};

export type GetServicesNameInvokersAnswer = {
  readonly refused?: string | undefined;
  readonly items: readonly ServiceInvoker[];
};

export type InvokerType = { readonly name: string; readonly summary: string };

export type CallingEvent = { readonly name: string; readonly summary: string };

export type GetInvokerTypesAnswer = {
  readonly types: readonly InvokerType[];
  readonly events: readonly CallingEvent[];
};

export type PostServicesNameRehearseBody = {
  readonly invoker: string;
  readonly definition?: string | undefined;
  readonly event?: string | undefined;
  readonly ticket?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
};

export type InvokerRefusal = { readonly reason: string; readonly lines: string | null };

export type RehearsedTicket = {
  readonly number: string;
  readonly title: string;
  readonly members: Readonly<Record<string, string>>;
};

export type ComparedField = { readonly name: string; readonly values: readonly string[]; readonly isMet: boolean };

export type RehearsedInvokerEvent = {
  readonly event: string;
  readonly data: unknown;
  readonly isMet: boolean;
  readonly fields: readonly ComparedField[];
};

export type InvokerRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly refused?: string | undefined;
  readonly unsent?: readonly string[] | undefined;
  readonly status?: number | undefined;
  readonly redirect?: string | undefined;
  readonly answer?: string | undefined;
  readonly duration?: number | undefined;
};

export type InvokerResult = {
  readonly Success: number;
  readonly ErrorMessage: string;
  readonly Data: unknown;
  readonly requests: readonly InvokerRequest[];
};

export type PostServicesNameRehearseAnswer = {
  readonly refused?: InvokerRefusal | undefined;
  readonly ticket?: RehearsedTicket | undefined;
  readonly events: readonly RehearsedInvokerEvent[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly result: InvokerResult;
  readonly retries: readonly number[];
  readonly mistake?: string | undefined;
};

export type PostServicesNameInvokeBody = {
  readonly invoker: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly event?: string | undefined;
  readonly comment?: string | undefined;
  readonly dryRun?: boolean | undefined;
};

export type RecordedRequest = {
  readonly id: number;
  readonly communicationID: string;
  readonly type: 'Provider' | 'Requester';
  readonly requestID: string | null;
  readonly traceID: string | null;
  readonly created: string;
  readonly serviceID: number;
  readonly service: string;
  readonly operation: string | null;
  readonly method: string;
  readonly path: string | null;
  readonly level: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly milliseconds: number;
  readonly caller: string | null;
  readonly apiKey: string | null;
  readonly address: string | null;
  readonly bytesReceived: number;
  readonly bytesSent: number;
  readonly isTruncated: boolean;
};

export type GetDebugLogAnswer = {
  readonly items: readonly RecordedRequest[];
  readonly next: number | null;
  readonly isCutShort: boolean;
};

export type RequestStep = { readonly begin: string; readonly requests: number; readonly failed: number };

export type GetDebugLogCountsAnswer = {
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
  readonly items: readonly RequestStep[];
  readonly total: number;
  readonly isExact: boolean;
  readonly isCutShort: boolean;
};

export type TracePoint = {
  readonly level: string;
  readonly subject: string;
  readonly content: string | null;
  readonly created: string;
  readonly start: number | null;
};

export type GetDebugLogIdAnswer = {
  readonly id: number;
  readonly communicationID: string;
  readonly type: 'Provider' | 'Requester';
  readonly requestID: string | null;
  readonly traceID: string | null;
  readonly created: string;
  readonly serviceID: number;
  readonly service: string;
  readonly operation: string | null;
  readonly method: string;
  readonly path: string | null;
  readonly level: string;
  readonly status: number;
  readonly errorCode: string | null;
  readonly milliseconds: number;
  readonly caller: string | null;
  readonly apiKey: string | null;
  readonly address: string | null;
  readonly bytesReceived: number;
  readonly bytesSent: number;
  readonly isTruncated: boolean;
  readonly contents: readonly TracePoint[];
  readonly curl: string | null;
  readonly curlNotes: readonly string[];
};

export type PostDebugLogIdReplayBody = {
  readonly as?: 'you' | 'recorded' | undefined;
  readonly version?: number | undefined;
  readonly definition?: string | undefined;
  readonly ignore?: readonly string[] | undefined;
};

export type PostDebugLogIdReplayAnswer = {
  readonly communicationID: string;
  readonly operation: string;
  readonly kind: 'same' | 'different' | 'refused';
  readonly findings: readonly string[];
};

export type PostDebugLogIdSendAnswer = {
  readonly communicationID: string;
  readonly status: number;
  readonly errorCode: string | null;
};

export type PostDebugLogIdCompareBodyHost = { readonly url: string; readonly login: string; readonly password: string };

export type PostDebugLogIdCompareBody = {
  readonly host: PostDebugLogIdCompareBodyHost;
  readonly ignore?: readonly string[] | undefined;
};

export type PostDebugLogIdCompareAnswerDifference = {
  readonly kind: 'status' | 'missing' | 'additional' | 'type' | 'value';
  readonly place: string;
  readonly host: string;
  readonly ours: string;
};

export type PostDebugLogIdCompareAnswer = {
  readonly operation: string | null;
  readonly kind: 'same' | 'different' | 'skipped';
  readonly reason: string | null;
  readonly differences: readonly PostDebugLogIdCompareAnswerDifference[];
};

export type DeleteDebugLogAnswer = { readonly requests: number };

export type PostTryBodyAs = { readonly type: 'agent' | 'customer'; readonly login: string };

export type PostTryBody = {
  readonly service: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  readonly as?: PostTryBodyAs | undefined;
  readonly version?: number | undefined;
  readonly definition?: string | undefined;
};

export type Header = { readonly name: string; readonly value: string };

export type TriedAnswer = {
  readonly status: number;
  readonly headers: readonly Header[];
  readonly body: string | null;
  readonly bytes: number;
};

export type Stage = {
  readonly stage: 'route' | 'read' | 'inbound mapping' | 'operation' | 'outbound mapping' | 'answer';
  readonly start: number;
  readonly duration: number;
  readonly isFailed: boolean;
};

export type TriedPoint = {
  readonly level: string;
  readonly subject: string;
  readonly content: string;
  readonly time: string;
};

export type PostTryAnswer = {
  readonly refusal: string | null;
  readonly answer: TriedAnswer | null;
  readonly operation: string | null;
  readonly errorCode: string | null;
  readonly milliseconds: number;
  readonly stages: readonly Stage[];
  readonly trace: readonly TriedPoint[];
  readonly curl: string;
};

export type AgentAccessRole = { readonly name: string; readonly isValid: boolean };

export type PermissionOrigin = { readonly role: string | null; readonly granted: string };

export type EffectivePermission = {
  readonly group: string;
  readonly permission: string;
  readonly origins: readonly PermissionOrigin[];
};

export type AgentAccess = {
  readonly roles: readonly AgentAccessRole[];
  readonly permissions: readonly EffectivePermission[];
  readonly lastLoginAt: string | null;
};

export type PutAgentsNamePasswordBody = { readonly password: string; readonly comment?: string | undefined };

export type PutCustomersNamePasswordBody = { readonly password: string; readonly comment?: string | undefined };

export type ApiKey = {
  readonly name: string;
  readonly login: string;
  readonly scope: string | null;
  readonly services: readonly string[] | null;
  readonly operations: readonly string[] | null;
  readonly addresses: readonly string[] | null;
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
};

export type GetApiKeysAnswer = {
  readonly items: readonly ApiKey[];
  readonly next: string | null;
  readonly total: number;
};

export type PostApiKeysBody = {
  readonly name: string;
  readonly agent: string;
  readonly scope?: 'admin' | undefined;
  readonly services?: readonly string[] | undefined;
  readonly operations?: readonly string[] | undefined;
  readonly addresses?: readonly string[] | undefined;
  readonly expiresAt?: string | undefined;
  readonly comment?: string | undefined;
};

export type NewApiKey = { readonly name: string; readonly key: string };

export type PatchApiKeysNameBody = {
  readonly services?: readonly string[] | null | undefined;
  readonly operations?: readonly string[] | null | undefined;
  readonly addresses?: readonly string[] | null | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly comment?: string | undefined;
};

export type PostApiKeysNameRotateBody = { readonly comment?: string | undefined };

export type Session = {
  readonly handle: string;
  readonly login: string;
  readonly type: 'User' | 'Customer';
  readonly startedAt: string;
  readonly lastRequestAt: string;
  readonly address: string;
  readonly isOwn: boolean;
};

export type GetSessionsAnswer = {
  readonly items: readonly Session[];
  readonly next: string | null;
  readonly total: number;
};

export type DeleteSessionsAnswer = { readonly sessions: number };

export type AuditEntry = {
  readonly id: number;
  readonly at: string;
  readonly author: string;
  readonly action: string;
  readonly subject: string;
  readonly comment: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly source: string;
};

export type GetAuditAnswer = {
  readonly items: readonly AuditEntry[];
  readonly next: number | null;
  readonly total: number;
};

export type Kind = { readonly key: string; readonly label: string; readonly nameKey: string; readonly schema: unknown };

export type GetCatalogueAnswer = { readonly items: readonly Kind[]; readonly isReadOnly: boolean };

export type References = {
  readonly kind: string;
  readonly label: string;
  readonly member: string;
  readonly names: readonly string[];
  readonly total: number | null;
};

export type GetCatalogueKindNameReferencesAnswer = { readonly items: readonly References[] };

export type PostCatalogueFileDiffBody = { readonly catalogue: string };

export type PostCatalogueFileDiffAnswer = {
  readonly isApplicable: boolean;
  readonly diagnostics: readonly Diagnostic[];
  readonly changes: readonly string[];
};

export type PostCatalogueFileApplyBody = { readonly catalogue: string; readonly comment?: string | undefined };

export type PostCatalogueFileApplyAnswer = { readonly changes: readonly string[] };

export type Entry = {
  readonly name: string;
  readonly isValid: boolean;
  readonly values: Readonly<Record<string, unknown>>;
  readonly state: string;
};

export type GetCatalogueKindAnswer = {
  readonly items: readonly Entry[];
  readonly next: string | null;
  readonly total: number | null;
};

export type PostCatalogueKindBody = {
  readonly name: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly password?: string | undefined;
  readonly comment?: string | undefined;
};

export type SavedEntry = { readonly entry: Entry; readonly isChanged: boolean; readonly warnings: readonly string[] };

export type PatchCatalogueKindNameBody = {
  readonly base: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly comment?: string | undefined;
};

export type GetAgentsAnswer = {
  readonly items: readonly Entry[];
  readonly next: string | null;
  readonly total: number | null;
};

export type PostAgentsBody = {
  readonly name: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly password?: string | undefined;
  readonly comment?: string | undefined;
};

export type PatchAgentsNameBody = {
  readonly base: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly comment?: string | undefined;
};

export type GetGroupsAnswer = {
  readonly items: readonly Entry[];
  readonly next: string | null;
  readonly total: number | null;
};

export type PostGroupsBody = {
  readonly name: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly password?: string | undefined;
  readonly comment?: string | undefined;
};

export type PatchGroupsNameBody = {
  readonly base: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly comment?: string | undefined;
};

export type GetRolesAnswer = {
  readonly items: readonly Entry[];
  readonly next: string | null;
  readonly total: number | null;
};

export type PostRolesBody = {
  readonly name: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly password?: string | undefined;
  readonly comment?: string | undefined;
};

export type PatchRolesNameBody = {
  readonly base: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly comment?: string | undefined;
};

export type GetCustomersAnswer = {
  readonly items: readonly Entry[];
  readonly next: string | null;
  readonly total: number | null;
};

export type PostCustomersBody = {
  readonly name: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly password?: string | undefined;
  readonly comment?: string | undefined;
};

export type PatchCustomersNameBody = {
  readonly base: string;
  readonly members: Readonly<Record<string, unknown>>;
  readonly comment?: string | undefined;
};

export type Period = {
  readonly begin: string;
  readonly serviceID: number;
  readonly operation: string;
  readonly method: string;
  readonly route: string;
  readonly requests: number;
  readonly failed: number;
  readonly errors: Readonly<Record<string, number>>;
  readonly durations: Readonly<Record<string, number>>;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly milliseconds: number;
  readonly bytesReceived: number;
  readonly bytesSent: number;
};

export type GetStatisticsAnswer = {
  readonly from: string;
  readonly to: string;
  readonly step: number;
  readonly items: readonly Period[];
  readonly isCutShort: boolean;
};

export type Setting = {
  readonly name: string;
  readonly value: unknown;
  readonly default: unknown;
  readonly source: 'default' | 'host' | 'file' | 'environment' | 'command line';
  readonly from: string | null;
  readonly description: string;
  readonly form: string;
};

export type GetSettingsAnswer = { readonly settings: readonly Setting[]; readonly options: readonly Setting[] };

export type Plugin = { readonly name: string; readonly version: string | null; readonly operations: readonly string[] };

export type PluginProblem = { readonly name: string; readonly code: string; readonly message: string };

export type GetPluginsAnswer = { readonly items: readonly Plugin[]; readonly problems: readonly PluginProblem[] };

export type Load = { readonly requestsPerSecond: number; readonly busy: number; readonly memory: number };

export type Replica = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly address: string;
  readonly since: string;
  readonly load: Load;
};

export type GetReplicasAnswer = { readonly items: readonly Replica[] };

export type Found = { readonly kind: string; readonly name: string };

export type GetSearchAnswer = { readonly items: readonly Found[] };

export type FailingService = { readonly service: string; readonly requests: number; readonly failed: number };

export type SlowOperation = {
  readonly service: string;
  readonly operation: string;
  readonly requests: number;
  readonly milliseconds: number;
};

export type ConditionEvents = { readonly waiting: number; readonly dead: number; readonly overdueSeconds: number };

export type Condition = {
  readonly broken: readonly string[];
  readonly drafts: readonly string[];
  readonly failing: readonly FailingService[];
  readonly failingCalls: readonly FailingService[];
  readonly slow: readonly SlowOperation[];
  readonly events: ConditionEvents;
  readonly unusedKeys: readonly string[];
};

export type Finding = {
  readonly subject: string;
  readonly severity: 'fine' | 'warning' | 'error';
  readonly message: string;
  readonly remedy: string | null;
};

export type GetDoctorAnswer = { readonly findings: readonly Finding[] };

export type System = {
  readonly version: string;
  readonly node: string;
  readonly isAttached: boolean;
  readonly hostSystem: string | null;
  readonly hostDifferences: readonly string[];
  readonly mayPublish: boolean;
  readonly database: string;
  readonly databaseVersion: string;
  readonly time: string;
  readonly timeZone: string;
  readonly uptime: number;
  readonly host: string;
  readonly catalogue: string | null;
  readonly webServices: string | null;
};

export type EventLoop = { readonly busy: number; readonly meanDelay: number; readonly mostDelay: number };

export type Pool = { readonly name: string; readonly used: number; readonly free: number; readonly waiting: number };

export type Cache = { readonly name: string; readonly kept: number; readonly read: number };

export type WaitingWork = {
  readonly waitingRequests: number;
  readonly debugRequests: number;
  readonly debugBytes: number;
  readonly droppedRequests: number;
};

export type TableSize = { readonly name: string; readonly rows: number | null; readonly bytes: number };

export type ProcessLoad = {
  readonly pid: number;
  readonly eventLoop: EventLoop;
  readonly pools: readonly Pool[];
  readonly caches: readonly Cache[];
  readonly queues: WaitingWork | null;
  readonly tables: readonly TableSize[];
};

export type RequestEvent = {
  readonly event: 'request';
  readonly id?: string | undefined;
  readonly data: RecordedRequest;
};

export type Skipped = { readonly skipped: number };

export type SkippedEvent = { readonly event: 'skipped'; readonly id?: string | undefined; readonly data: Skipped };

export type Published = { readonly service: string; readonly isGone: boolean };

export type PublishEvent = { readonly event: 'publish'; readonly id?: string | undefined; readonly data: Published };

export type Presence = { readonly logins: readonly string[] };

export type PresenceEvent = { readonly event: 'presence'; readonly id?: string | undefined; readonly data: Presence };

export type Counts = { readonly replicas: number; readonly requestsPerSecond: number };

export type CountsEvent = { readonly event: 'counts'; readonly id?: string | undefined; readonly data: Counts };

export type PluginEvent = {
  readonly id: number;
  readonly consumer: string;
  readonly name: string;
  readonly key: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: string;
  readonly attempts: number;
  readonly dueAt: string;
  readonly deadSince: string | null;
  readonly error: string | null;
};

export type GetPluginEventsAnswer = {
  readonly items: readonly PluginEvent[];
  readonly next: number | null;
  readonly total: number;
};

export type PostPluginEventsRetryBody = {
  readonly ids?: readonly number[] | undefined;
  readonly all?: true | undefined;
  readonly consumer?: string | undefined;
  readonly comment?: string | undefined;
};

export type PostPluginEventsRetryAnswer = { readonly events: number };

export type PostPluginEventsDropBody = {
  readonly ids?: readonly number[] | undefined;
  readonly all?: true | undefined;
  readonly consumer?: string | undefined;
  readonly comment?: string | undefined;
};

export type PostPluginEventsDropAnswer = { readonly events: number };

export interface Routes {
  /** Logs an administrator in: sets a cookie, and answers with the token that changes need. */
  'POST /session': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostSessionBody;
    answer: Administrator;
  };
  /** Shows who you are, the token that changes need, and when your session ends if it is not used; both are null for an API key. */
  'GET /session': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: Administrator;
  };
  /** Ends your session. */
  'DELETE /session': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: undefined;
  };
  /** Says how administrators sign in in a browser: the name of the provider, and whether the form for passwords is shown. */
  'GET /sign-in': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: SignInWays;
  };
  /** Begins a sign-in by the provider: sets a cookie, and answers with the address at the provider. */
  'POST /sign-in': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostSignInBody;
    answer: BegunSignIn;
  };
  /** Ends a sign-in by the provider with the query that it sent the browser back with; then as POST session. */
  'POST /sign-in/callback': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostSignInCallbackBody;
    answer: Administrator;
  };
  /** Lists web services by name, each with state, origin, last change, draft, routes and warnings, and its requests, failures and durations in a period. */
  'GET /services': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly state?: 'served' | 'disabled' | 'not servable' | 'absent' | undefined;
      readonly search?: string | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
    };
    body: undefined;
    answer: GetServicesAnswer;
  };
  /** Adds a web service. With `enabled: false` it is not served until it is enabled. */
  'POST /services': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostServicesBody;
    answer: SavedService;
  };
  /** Shows a web service with its definition. Secrets are masked; a masked secret stays as it is when the text is published. */
  'GET /services/{name}': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: GetServicesNameAnswer;
  };
  /** Enables, disables or renames a web service. */
  'PATCH /services/{name}': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PatchServicesNameBody;
    answer: SavedService;
  };
  /** Deletes a web service with its versions and its debug log. */
  'DELETE /services/{name}': {
    path: { readonly name: string };
    query: { readonly base: number; readonly comment?: string | undefined };
    body: undefined;
    answer: undefined;
  };
  /** Lists the operations of a web service as clients call them, with examples and mappings. `obstacle` says why no request reaches an operation. */
  'GET /services/{name}/operations': {
    path: { readonly name: string };
    query: { readonly draft?: boolean | undefined };
    body: undefined;
    answer: GetServicesNameOperationsAnswer;
  };
  /** Shows the draft of a web service, or null where there is none. */
  'GET /services/{name}/draft': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: Draft | null;
  };
  /** Saves a text as the draft. It may have mistakes: nothing is published. */
  'PUT /services/{name}/draft': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PutServicesNameDraftBody;
    answer: Draft;
  };
  /** Discards the draft. */
  'DELETE /services/{name}/draft': {
    path: { readonly name: string };
    query: { readonly revision: number };
    body: undefined;
    answer: undefined;
  };
  /** Checks a definition, saved or not; with a name, also against what works in that web service. */
  'POST /check': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostCheckBody;
    answer: PostCheckAnswer;
  };
  /** Shows what a definition would change, with the calls of the last 7 days that it would affect. */
  'POST /services/{name}/impact': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PostServicesNameImpactBody;
    answer: PostServicesNameImpactAnswer;
  };
  /** Plays recorded requests of the last 7 days against a definition before it is published: each is sent as its client did to the published version and to the definition, as whoever sent it, undone, and the answers are compared. It answers after some seconds with the requests that are left, for the next call. */
  'POST /services/{name}/replay': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PostServicesNameReplayBody;
    answer: PostServicesNameReplayAnswer;
  };
  /** Publishes a definition as the next version: the text that was edited from version `base`, or the draft of `revision`. */
  'POST /services/{name}/publish': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PostServicesNamePublishBody;
    answer: SavedService;
  };
  /** Rolls back to an earlier version, by publishing it again. */
  'POST /services/{name}/rollback': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PostServicesNameRollbackBody;
    answer: SavedService;
  };
  /** Clones a web service, without its BasePath. */
  'POST /services/{name}/clone': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PostServicesNameCloneBody;
    answer: SavedService;
  };
  /** Imports an export of OTOBO, Znuny or OTRS: reports which parts run here, and only with `report: false` saves it, as a new web service or as the next version after `base`. */
  'POST /services/import': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostServicesImportBody;
    answer: PostServicesImportAnswer;
  };
  /** Lists the versions of a web service, the newest first: when, by whom, where from and why, and how many there are. With `meaning`, the newest 50 of the page also have what they changed; null for the first version, and for others. */
  'GET /services/{name}/versions': {
    path: { readonly name: string };
    query: {
      readonly limit?: number | undefined;
      readonly before?: number | undefined;
      readonly meaning?: boolean | undefined;
    };
    body: undefined;
    answer: GetServicesNameVersionsAnswer;
  };
  /** Shows a version with its definition. Secrets are masked. */
  'GET /services/{name}/versions/{id}': {
    path: { readonly name: string; readonly id: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: GetServicesNameVersionsIdAnswer;
  };
  /** Compares two definitions by what they do and line by line: versions (`from`, `to`), the current definition, another web service, or a text that is not saved. */
  'POST /services/{name}/diff': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PostServicesNameDiffBody;
    answer: PostServicesNameDiffAnswer;
  };
  /** Compares any two definitions, texts or versions, also of two web services; with `base`, also what each of them changed, for a three-way merge. Secrets in texts and patches are masked. */
  'POST /compare': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostCompareBody;
    answer: PostCompareAnswer;
  };
  /** Exports the definition as it is stored. Secrets are masked unless you ask for them, which the audit log records; `FrameworkVersion` is set if you name one. */
  'GET /services/{name}/export': {
    path: { readonly name: string };
    query: { readonly frameworkVersion?: string | undefined; readonly secrets?: boolean | undefined };
    body: undefined;
    answer: string;
  };
  /** Lists the operations that definitions may name, with schemas, examples, plugin and version, and the web services that use them. */
  'GET /operations': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: GetOperationsAnswer;
  };
  /** Writes a commented definition for operations as a start. Nothing is saved. */
  'POST /operations/definition': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostOperationsDefinitionBody;
    answer: PostOperationsDefinitionAnswer;
  };
  /** Answers a JSON Schema for editors: `definition.json`, `catalogue.json` or `gateway.json`. */
  'GET /schemas/{file}': {
    path: { readonly file: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: Readonly<Record<string, unknown>>;
  };
  /** Shows what a mapping of an operation or an invoker does to data, and which rule did what to each member. Nothing is called. */
  'POST /mapping/preview': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostMappingPreviewBody;
    answer: PostMappingPreviewAnswer;
  };
  /** Finds sample data for the mapping of an operation or an invoker: of the request that is named, of the last one that was recorded, or of an example. Secrets are masked. */
  'GET /mapping/sample': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly service: string;
      readonly side: 'inbound' | 'outbound';
      readonly operation?: string | undefined;
      readonly invoker?: string | undefined;
      readonly request?: string | undefined;
      readonly example?: boolean | undefined;
    };
    body: undefined;
    answer: GetMappingSampleAnswer;
  };
  /** Lists the invokers of a web service: what calls each, where its requests go, and which mappings it has. */
  'GET /services/{name}/invokers': {
    path: { readonly name: string };
    query: { readonly draft?: boolean | undefined };
    body: undefined;
    answer: GetServicesNameInvokersAnswer;
  };
  /** Lists the types of invokers, and the events that can call one, with what they say. */
  'GET /invoker-types': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: GetInvokerTypesAnswer;
  };
  /** Shows what an invoker would do for an event of a ticket, with the current version or another text: whether its conditions are met, what it would send, and when a failed call is made again. Nothing is sent. */
  'POST /services/{name}/rehearse': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PostServicesNameRehearseBody;
    answer: PostServicesNameRehearseAnswer;
  };
  /** Calls an invoker of a web service as an event would, or shows what it would send. */
  'POST /services/{name}/invoke': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PostServicesNameInvokeBody;
    answer: InvokerResult;
  };
  /** Lists recorded requests, the newest or the oldest first; `isCutShort` is true if the search for a text took too long. */
  'GET /debug-log': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly limit?: number | undefined;
      readonly order?: 'newest' | 'oldest' | undefined;
      readonly before?: number | undefined;
      readonly after?: number | undefined;
      readonly service?: string | undefined;
      readonly type?: 'Provider' | 'Requester' | undefined;
      readonly operation?: string | undefined;
      readonly level?: 'debug' | 'info' | 'notice' | 'error' | undefined;
      readonly status?: number | undefined;
      readonly statusClass?: '2xx' | '3xx' | '4xx' | '5xx' | undefined;
      readonly failed?: boolean | undefined;
      readonly errorCode?: string | undefined;
      readonly method?: string | undefined;
      readonly path?: string | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly address?: string | undefined;
      readonly caller?: string | undefined;
      readonly apiKey?: string | undefined;
      readonly slowerThan?: number | undefined;
      readonly text?: string | undefined;
    };
    body: undefined;
    answer: GetDebugLogAnswer;
  };
  /** Deletes recorded requests that are older than `days` days, of all web services or one. */
  'DELETE /debug-log': {
    path: Readonly<Record<never, never>>;
    query: { readonly days: number; readonly service?: string | undefined; readonly comment?: string | undefined };
    body: undefined;
    answer: DeleteDebugLogAnswer;
  };
  /** Counts recorded requests in each step of time and in total, with the filters of the list. `isExact` is false if there are more than `total`, `isCutShort` true if counting took too long. Without `from`, the last 24 hours. */
  'GET /debug-log/counts': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly service?: string | undefined;
      readonly type?: 'Provider' | 'Requester' | undefined;
      readonly operation?: string | undefined;
      readonly level?: 'debug' | 'info' | 'notice' | 'error' | undefined;
      readonly status?: number | undefined;
      readonly statusClass?: '2xx' | '3xx' | '4xx' | '5xx' | undefined;
      readonly failed?: boolean | undefined;
      readonly errorCode?: string | undefined;
      readonly method?: string | undefined;
      readonly path?: string | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly address?: string | undefined;
      readonly caller?: string | undefined;
      readonly apiKey?: string | undefined;
      readonly slowerThan?: number | undefined;
      readonly text?: string | undefined;
      readonly steps?: number | undefined;
    };
    body: undefined;
    answer: GetDebugLogCountsAnswer;
  };
  /** Shows everything recorded of a request, by its number or by the id of its communication, request or trace, and the curl command that sends it again; `curlNotes` says what the command lacks. */
  'GET /debug-log/{id}': {
    path: { readonly id: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: GetDebugLogIdAnswer;
  };
  /** Replays a recorded request as you or, from a session, as whoever sent it, with the current version, another version or a text, rolls back what it did, and compares the answers. */
  'POST /debug-log/{id}/replay': {
    path: { readonly id: string };
    query: Readonly<Record<never, never>>;
    body: PostDebugLogIdReplayBody;
    answer: PostDebugLogIdReplayAnswer;
  };
  /** Sends a recorded request again for real, from a session of an agent of `admin.sendAgain`: to the current version, as whoever sent it. What it does stays, and the debug log has it as a new request. */
  'POST /debug-log/{id}/send': {
    path: { readonly id: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: PostDebugLogIdSendAnswer;
  };
  /** Sends a recorded request that only reads to a host and to the web service, as the agent of the login, and says how the answers differ. One that writes is only tried here, undone, and compared with the recorded answer. The login and the password of the host are not stored. */
  'POST /debug-log/{id}/compare': {
    path: { readonly id: string };
    query: Readonly<Record<never, never>>;
    body: PostDebugLogIdCompareBody;
    answer: PostDebugLogIdCompareAnswer;
  };
  /** Tries a request to a web service and rolls back what it did. The answer has what the client would get, the stages with their times, and everything recorded. The request is sent as you or, from a session, as another agent or a customer user. Nothing is sent to other systems. */
  'POST /try': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostTryBody;
    answer: PostTryAnswer;
  };
  /** Shows the permissions of an agent by group and where each comes from: from the agent (`role` is null) or a role, as this permission or as `rw`. With the roles and the last login. */
  'GET /agents/{name}/access': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: AgentAccess;
  };
  /** Sets the password of one agent, and ends all sessions. */
  'PUT /agents/{name}/password': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PutAgentsNamePasswordBody;
    answer: undefined;
  };
  /** Sets the password of one customer user, and ends all sessions. */
  'PUT /customers/{name}/password': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PutCustomersNamePasswordBody;
    answer: undefined;
  };
  /** Lists API keys by name, without their secrets. */
  'GET /api-keys': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly login?: string | undefined;
      readonly text?: string | undefined;
      readonly isOpen?: boolean | undefined;
    };
    body: undefined;
    answer: GetApiKeysAnswer;
  };
  /** Creates a key. The answer has its secret, which is shown only once. Without bounds the key may do everything its agent may do. */
  'POST /api-keys': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostApiKeysBody;
    answer: NewApiKey;
  };
  /** Changes the bounds of a key and when it ends; null takes a bound or the end away, and what is not given stays. */
  'PATCH /api-keys/{name}': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PatchApiKeysNameBody;
    answer: undefined;
  };
  /** Revokes a key. */
  'DELETE /api-keys/{name}': {
    path: { readonly name: string };
    query: { readonly comment?: string | undefined };
    body: undefined;
    answer: undefined;
  };
  /** Rotates a key: the answer has its new secret, which is shown only once. The old one stops working at once. */
  'POST /api-keys/{name}/rotate': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PostApiKeysNameRotateBody;
    answer: NewApiKey;
  };
  /** Lists sessions of agents and customer users, the last used first, without the ids that open them. */
  'GET /sessions': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly login?: string | undefined;
      readonly type?: 'User' | 'Customer' | undefined;
    };
    body: undefined;
    answer: GetSessionsAnswer;
  };
  /** Ends all sessions of one agent or one customer user. */
  'DELETE /sessions': {
    path: Readonly<Record<never, never>>;
    query: { readonly login: string; readonly type: 'User' | 'Customer'; readonly comment?: string | undefined };
    body: undefined;
    answer: DeleteSessionsAnswer;
  };
  /** Ends a session. */
  'DELETE /sessions/{handle}': {
    path: { readonly handle: string };
    query: { readonly comment?: string | undefined };
    body: undefined;
    answer: undefined;
  };
  /** Lists who changed what, when, from what to what, and from where; the newest first. */
  'GET /audit': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly limit?: number | undefined;
      readonly before?: number | undefined;
      readonly subject?: string | undefined;
      readonly author?: string | undefined;
      readonly action?: string | undefined;
      readonly text?: string | undefined;
      readonly since?: string | undefined;
      readonly until?: string | undefined;
    };
    body: undefined;
    answer: GetAuditAnswer;
  };
  /** Lists the kinds of entries, each with the schema of an entry, and whether you may change entries. */
  'GET /catalogue': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: GetCatalogueAnswer;
  };
  /** Lists the entries that refer to an entry, by kind and member: the first ones, and how many there are. */
  'GET /catalogue/{kind}/{name}/references': {
    path: { readonly kind: string; readonly name: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: GetCatalogueKindNameReferencesAnswer;
  };
  /** Exports the whole catalogue as YAML that `POST /catalogue-file/apply` reads, without passwords. */
  'GET /catalogue-file': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: string;
  };
  /** Shows what applying a catalogue would change, and its mistakes. Nothing is changed. */
  'POST /catalogue-file/diff': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostCatalogueFileDiffBody;
    answer: PostCatalogueFileDiffAnswer;
  };
  /** Applies a catalogue: adds and changes entries. Entries that the catalogue does not name stay. */
  'POST /catalogue-file/apply': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostCatalogueFileApplyBody;
    answer: PostCatalogueFileApplyAnswer;
  };
  /** Lists entries of a kind by name, including invalid ones. `total` is how many fit on all pages; null where a kind of a plugin does not count. */
  'GET /catalogue/{kind}': {
    path: { readonly kind: string };
    query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly text?: string | undefined;
      readonly isValid?: boolean | undefined;
    };
    body: undefined;
    answer: GetCatalogueKindAnswer;
  };
  /** Adds an entry. */
  'POST /catalogue/{kind}': {
    path: { readonly kind: string };
    query: Readonly<Record<never, never>>;
    body: PostCatalogueKindBody;
    answer: SavedEntry;
  };
  /** Shows an entry. */
  'GET /catalogue/{kind}/{name}': {
    path: { readonly kind: string; readonly name: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: Entry;
  };
  /** Changes members of an entry; the others stay as they are. */
  'PATCH /catalogue/{kind}/{name}': {
    path: { readonly kind: string; readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PatchCatalogueKindNameBody;
    answer: SavedEntry;
  };
  /** Lists agents by name, including invalid ones. `total` is how many fit on all pages; null where a kind of a plugin does not count. */
  'GET /agents': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly text?: string | undefined;
      readonly isValid?: boolean | undefined;
    };
    body: undefined;
    answer: GetAgentsAnswer;
  };
  /** Adds an agent. */
  'POST /agents': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostAgentsBody;
    answer: SavedEntry;
  };
  /** Shows an agent. */
  'GET /agents/{name}': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: Entry;
  };
  /** Changes members of an agent; the others stay as they are. */
  'PATCH /agents/{name}': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PatchAgentsNameBody;
    answer: SavedEntry;
  };
  /** Lists groups by name, including invalid ones. `total` is how many fit on all pages; null where a kind of a plugin does not count. */
  'GET /groups': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly text?: string | undefined;
      readonly isValid?: boolean | undefined;
    };
    body: undefined;
    answer: GetGroupsAnswer;
  };
  /** Adds a group. */
  'POST /groups': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostGroupsBody;
    answer: SavedEntry;
  };
  /** Shows a group. */
  'GET /groups/{name}': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: Entry;
  };
  /** Changes members of a group; the others stay as they are. */
  'PATCH /groups/{name}': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PatchGroupsNameBody;
    answer: SavedEntry;
  };
  /** Lists roles by name, including invalid ones. `total` is how many fit on all pages; null where a kind of a plugin does not count. */
  'GET /roles': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly text?: string | undefined;
      readonly isValid?: boolean | undefined;
    };
    body: undefined;
    answer: GetRolesAnswer;
  };
  /** Adds a role. */
  'POST /roles': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostRolesBody;
    answer: SavedEntry;
  };
  /** Shows a role. */
  'GET /roles/{name}': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: Entry;
  };
  /** Changes members of a role; the others stay as they are. */
  'PATCH /roles/{name}': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PatchRolesNameBody;
    answer: SavedEntry;
  };
  /** Lists customer users by name, including invalid ones. `total` is how many fit on all pages; null where a kind of a plugin does not count. */
  'GET /customers': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly limit?: number | undefined;
      readonly after?: string | undefined;
      readonly text?: string | undefined;
      readonly isValid?: boolean | undefined;
    };
    body: undefined;
    answer: GetCustomersAnswer;
  };
  /** Adds a customer user. */
  'POST /customers': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostCustomersBody;
    answer: SavedEntry;
  };
  /** Shows a customer user. */
  'GET /customers/{name}': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: Entry;
  };
  /** Changes members of a customer user; the others stay as they are. */
  'PATCH /customers/{name}': {
    path: { readonly name: string };
    query: Readonly<Record<never, never>>;
    body: PatchCustomersNameBody;
    answer: SavedEntry;
  };
  /** Counts requests by time, web service, operation and route, with their error codes and durations. Durations are counted by the milliseconds that requests took at most: 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10000, 30000 or `more`; percentiles are estimated from that. A minute is counted once it is over, and kept by the hour after a day. */
  'GET /statistics': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly type?: 'Provider' | 'Requester' | undefined;
      readonly service?: string | undefined;
      readonly operation?: string | undefined;
      readonly from?: string | undefined;
      readonly to?: string | undefined;
      readonly step?: 60 | 300 | 900 | 1800 | 3600 | 10800 | 21600 | 43200 | 86400 | undefined;
      readonly by?: 'all' | 'service' | 'operation' | 'route' | undefined;
      readonly limit?: number | undefined;
    };
    body: undefined;
    answer: GetStatisticsAnswer;
  };
  /** Lists settings of the family and options of gateway.yml with value, default and source (file, variable or flag). Secrets are masked. */
  'GET /settings': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: GetSettingsAnswer;
  };
  /** Lists plugins with their versions, operations and problems. */
  'GET /plugins': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: GetPluginsAnswer;
  };
  /** Lists the processes that serve this database, and how busy they are. */
  'GET /replicas': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: GetReplicasAnswer;
  };
  /** Finds web services, operations, settings, API keys and entries of the catalogue by a part of their name, and a recorded request by one of its ids: at most 12 of each. */
  'GET /search': {
    path: Readonly<Record<never, never>>;
    query: { readonly text: string };
    body: undefined;
    answer: GetSearchAnswer;
  };
  /** Says what needs somebody: web services that are not served, drafts, requests that failed and slow operations of the last 24 hours, events that wait or were given up, and keys that nobody used for 90 days. At most 20 names each. */
  'GET /condition': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: Condition;
  };
  /** Examines the database, files, web services, plugins and replicas, and says what to do about what is wrong. */
  'GET /doctor': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: GetDoctorAnswer;
  };
  /** Shows the versions, the database, the time zone and the sources of the system. */
  'GET /system': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: System;
  };
  /** Measures how busy this process is (its event loop over 200 milliseconds, connections to the database, queues and caches), and the largest tables. */
  'GET /system/load': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: ProcessLoad;
  };
  /** Streams server-sent events: `request` (an entry of the debug log), `skipped` (so many entries are left out or no longer kept), `publish` (a web service changed), `presence` (who listens), `counts` (load). */
  'GET /events': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: undefined;
    answer: RequestEvent | SkippedEvent | PublishEvent | PresenceEvent | CountsEvent;
  };
  /** Lists events that plugins or invokers could not handle and that are not tried again, events that wait, or both; the oldest first. */
  'GET /plugin-events': {
    path: Readonly<Record<never, never>>;
    query: {
      readonly limit?: number | undefined;
      readonly after?: number | undefined;
      readonly state?: 'dead' | 'waiting' | 'all' | undefined;
      readonly consumer?: string | undefined;
    };
    body: undefined;
    answer: GetPluginEventsAnswer;
  };
  /** Tries events again now, as if they were new: those with these ids, or all dead ones. */
  'POST /plugin-events/retry': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostPluginEventsRetryBody;
    answer: PostPluginEventsRetryAnswer;
  };
  /** Deletes events for good: those with these ids, or all dead ones. */
  'POST /plugin-events/drop': {
    path: Readonly<Record<never, never>>;
    query: Readonly<Record<never, never>>;
    body: PostPluginEventsDropBody;
    answer: PostPluginEventsDropAnswer;
  };
}
