export { AuditLog, recordChange, type AuditEntry, type AuditSearch, type ListedAudit } from './audit-log.js';
export * from './backup/backup-format.js';
export { checkBackup, restoreBackup, type CheckedBackup } from './backup/restore-backup.js';
export { streamBackup, writeBackup } from './backup/write-backup.js';
export * from './database-condition.js';
export * from './debug-log/debug-log.js';
export {
  REQUEST_TYPES,
  type DebugLogFilter,
  type DebugLogOrder,
  type DebugLogPage,
  type RequestType,
} from './debug-log/debug-log-filter.js';
export { debugLogIndexes, setTextIndex } from './debug-log/debug-log-indexes.js';
export { DebugLogRetention, type RetentionResult, type RetentionLimits } from './debug-log/debug-log-retention.js';
export * from './debug-log/failure-kinds.js';
export * from './debug-log/recorded-requests.js';
export * from './debug-log/request-feed.js';
export * from './debug-log/debugger-sink.js';
export { BinariesMissing } from './embedded/binaries.js';
export { findEmbeddedDatabase, type FoundEmbedded, FolderUnusable, reasonOf } from './embedded/data-folder.js';
export { FolderInUse } from './embedded/folder-lock.js';
export { freePort } from './embedded/free-port.js';
export {
  startEmbeddedServer,
  type EmbeddedServer,
  type EmbeddedServerOptions,
} from './embedded/start-embedded-server.js';
export { ServerNotStarted } from './embedded/postmaster.js';
export * from './events/event-administration.js';
export { EventQueue, type FailedAttempt, eventRow, plannedRow, type QueuedEvent } from './events/event-queue.js';
export { readChangedSettings, readHostSettings } from './hosts/host-settings.js';
export * from './hosts/host-tables.js';
export {
  HostForbidden,
  HostUnfit,
  HostUnknown,
  readHostTables,
  recogniseHost,
  type HostDatabase,
} from './hosts/recognise-host.js';
export { isFirstUse, KeyedRequests } from './keyed-requests.js';
export * from './indexes/estimate-index.js';
export * from './indexes/find-indexes.js';
export { resetMigrations, type DevelopedPlugin } from './migration/developed-plugins.js';
export * from './migration/migrate.js';
export { sha256, type AppliedFile, type FileNote, type FolderPlace } from './services/definition-files.js';
export { rolledBack } from './rolled-back.js';
export * from './running/replicas.js';
export { claimChore, Leases } from './running/leases.js';
export * from './request-counts.js';
export { ServiceDrafts, type SaveDraft, type ServiceDraft } from './services/service-drafts.js';
export {
  ServiceChanged,
  ServiceNameTaken,
  definitionsVersion,
  type ServiceVersion,
  type ServiceVersions,
  type VersionNote,
  type VersionText,
} from './services/service-versions.js';
export * from './services/service-store.js';
export { announcedServers, announceServer, type AnnouncedServer } from './running/announced-servers.js';
export * from './snapshots.js';
