export { AuditLog, recordChange, type AuditEntry, type AuditSearch, type ListedAudit } from './audit/audit-log.js';
export * from './backup/backup-errors.js';
export { checkBackup, restoreBackup, type CheckedBackup } from './backup/restore-backup.js';
export { writeBackup } from './backup/write-backup.js';
export {
  type BloatedTable,
  type DatabaseCondition,
  findBloatedTables,
  readDatabaseCondition,
} from './condition/database-condition.js';
export * from './debug-log/debug-log.js';
export {
  REQUEST_TYPES,
  type DebugLogFilter,
  type DebugLogOrder,
  type DebugLogPage,
  type RequestType,
} from './debug-log/debug-log-filter.js';
export { debugLogIndexes } from './debug-log/debug-log-indexes.js';
export { DebugLogRetention, type RetentionResult, type RetentionLimits } from './debug-log/debug-log-retention.js';
export * from './debug-log/recorded-requests.js';
export * from './debug-log/request-feed.js';
export * from './debug-log/debugger-sink.js';
export { setTextIndex } from './debug-log/text-index.js';
export { BinariesMissing } from './embedded/binaries.js';
export { findEmbeddedDatabase, type FoundEmbedded } from './embedded/find-embedded.js';
export { FolderInUse } from './embedded/folder-lock.js';
export { FolderUnusable } from './embedded/folder-unusable.js';
export { freePort } from './embedded/free-port.js';
export {
  ServerNotStarted,
  startEmbeddedServer,
  type EmbeddedServer,
  type EmbeddedServerOptions,
} from './embedded/start-embedded-server.js';
export {
  EventAdministration,
  type EventChoice,
  type EventCount,
  type EventState,
  type ListedEvent,
} from './events/event-administration.js';
export { EventQueue, type FailedAttempt } from './events/event-queue.js';
export { eventRow, plannedRow, type QueuedEvent } from './events/event-row.js';
export type { HostDifference } from './hosts/compare-tables.js';
export { HostForbidden, HostUnfit, HostUnknown } from './hosts/host-errors.js';
export { recogniseHost, type HostDatabase } from './hosts/recognise-host.js';
export { KeyedRequests } from './idempotency/keyed-requests.js';
export * from './indexes/estimate-index.js';
export * from './indexes/find-indexes.js';
export * from './indexes/make-index.js';
export * from './migration/database-migrations.js';
export { resetMigrations, type DevelopedPlugin } from './migration/developed-plugins.js';
export * from './migration/migrate.js';
export * from './modified-settings.js';
export { sha256, type AppliedFile, type FileNote } from './services/applied-files.js';
export type { DefinitionFolderState, FolderPlace } from './services/definition-folders.js';
export { rolledBack } from './rolled-back.js';
export * from './running/replicas.js';
export { largestTables, type TableSize } from './running/table-sizes.js';
export { analyzeGrownTables } from './planner/analyze-grown-tables.js';
export { claimChore } from './running/claim-chore.js';
export { Leases } from './running/leases.js';
export * from './statistics/request-counts.js';
export { ServiceDrafts, type SaveDraft, type ServiceDraft } from './services/service-drafts.js';
export { ServiceChanged, ServiceNameTaken } from './services/service-conflicts.js';
export {
  ServiceStore,
  type RenameService,
  type SavedService,
  type SaveService,
  type StoredService,
} from './services/service-store.js';
export {
  definitionsVersion,
  type ServiceVersion,
  type ServiceVersions,
  type VersionNote,
  type VersionText,
} from './services/service-versions.js';
export { announcedServers, announceServer, type AnnouncedServer } from './running/announced-servers.js';
export * from './snapshot/snapshots.js';
