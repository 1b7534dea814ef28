export { AuditLog, recordChange, type AuditEntry, type ListedAudit } from './audit-log.js';
export * from './backup/backup-format.js';
export { checkBackup, restoreBackup } from './backup/restore-backup.js';
export { streamBackup, writeBackup } from './backup/write-backup.js';
export * from './database-condition.js';
export * from './debug-log/debug-log.js';
export {
  REQUEST_TYPES,
  type DebugLogFilter,
  type DebugLogPage,
  type RequestType,
} from './debug-log/debug-log-filter.js';
export { debugLogIndexes, setTextIndex } from './debug-log/debug-log-indexes.js';
export { DebugLogRetention, type RetentionLimits } from './debug-log/debug-log-retention.js';
export * from './debug-log/failure-kinds.js';
export * from './debug-log/recorded-requests.js';
export * from './debug-log/request-feed.js';
export * from './debug-log/debugger-sink.js';
export { findEmbeddedDatabase, type FoundEmbedded, explainCause } from './embedded/data-folder.js';
export { freePort } from './embedded/free-port.js';
export { startEmbeddedServer, type EmbeddedServer } from './embedded/start-embedded-server.js';
export * from './events/event-administration.js';
export { EventQueue, eventRow, plannedRow, type QueuedEvent } from './events/event-queue.js';
export { readChangedSettings, readHostSettings } from './hosts/host-settings.js';
export * from './hosts/host-tables.js';
export { readHostTables, recogniseHost, type HostDatabase } from './hosts/recognise-host.js';
export { isFirstUse, KeyedRequests } from './keyed-requests.js';
export * from './indexes/find-indexes.js';
export * from './migration/migrate.js';
export { sha256, type AppliedFile, type FileNote, type FolderPlace } from './services/applied-files.js';
export { rolledBack } from './rolled-back.js';
export * from './running/replicas.js';
export { claimChore, Leases } from './running/leases.js';
export * from './request-counts.js';
export { ServiceDrafts, type ServiceDraft } from './services/service-drafts.js';
export {
  ServiceChanged,
  ServiceNameTaken,
  definitionsVersion,
  type ServiceVersion,
  type VersionNote,
  type VersionText,
} from './services/service-versions.js';
export * from './services/service-store.js';
export { announcedServers, announceServer } from './running/announced-servers.js';
export * from './snapshots.js';
