export { adminCommands } from './admin-tasks.js';
export { adminSystemOf } from './admin-system-of.js';
export { type AdminSystem, type Author, findAuthor, SYSTEM_USER } from './admin-system.js';
export { changeApiKey, createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys/api-key-tasks.js';
export { type ApiSystem, apiSystemOf } from './admin-system-of.js';
export { EventHub } from './api/events/event-hub.js';
export type { EventSources } from './api/events/event-listener.js';
export { listAudit } from './audit/audit-log.js';
export { applyCatalogue, compareCatalogue } from './catalogue/apply-catalogue.js';
export { getEntry, listCatalogue, type ListedEntry } from './catalogue/catalogue-entries.js';
export {
  applyCatalogueFile,
  CatalogueFileInvalid,
  checkCatalogueText,
  compareCatalogueFile,
  exportCatalogue,
  readCatalogue,
  readCatalogueText,
  renderCatalogue,
} from './catalogue/catalogue-file.js';
export {
  catalogueKinds,
  CatalogueReadOnly,
  catalogueSchema,
  type CatalogueSystem,
  catalogueSystemOf,
  EntryChanged,
  EntryExists,
  EntryInvalid,
  entrySchemaOf,
  EntryUnknown,
  getKind,
  KindUnknown,
} from './catalogue/catalogue-system.js';
export {
  addEntry,
  changeEntry,
  disableEntry,
  type EntryNote,
  lockCatalogue,
  type SavedEntry,
  updateEntry,
} from './catalogue/change-entry.js';
export { compareRequest } from './comparing/compare-request.js';
export { type ComparedRequest, readExchange } from './comparing/compared-request.js';
export { readRequestFile } from './comparing/request-file.js';
export {
  explainNoRequests,
  NOTHING,
  findRequests,
  followRequests,
  type RequestPage,
  type RequestSearch,
} from './debug-log/find-requests.js';
export { getRequest, listRequests, requestFilter } from './debug-log/list-requests.js';
export { filterWords, requestCells, rowWords } from './debug-log/request-commands.js';
export { maintainTextIndex } from './debug-log/maintain-debug-log.js';
export { readTraffic, type RecordedExchange } from './debug-log/recorded-traffic.js';
export {
  appliedFolder,
  folderPlace,
  listDefinitionFiles,
  mayApply,
  readDefinition,
  readDefinitionText,
  readNamedFile,
  serviceNameOf,
} from './definition-files/definition-files.js';
export { DefinitionFolder } from './definition-files/definition-folder.js';
export { examineSystem } from './doctor/examine-system.js';
export type { Finding } from './doctor/finding.js';
export {
  adviseIndexes,
  applyIndexes,
  expectedIndexes,
  lookUpIndexes,
  missingIndexes,
} from './indexes/apply-indexes.js';
export { listIndexes } from './indexes/list-indexes.js';
export { fetchWithin } from './fetch-within.js';
export { callInvokerByHand } from './invokers/call-invoker.js';
export {
  NEW_TRANSPORTS,
  type NewTransport,
  OperationTypeUnknown,
  type WantedOperation,
  writeDefinition,
} from './operations/new-definition.js';
export { dropPluginEvents, listPluginEvents, retryPluginEvents } from './plugin-events/plugin-event-tasks.js';
export { callerOf, readServiceRecord, replayRequest } from './replaying/replay-request.js';
export { type Replayed, Replayer } from './replaying/replayer.js';
export {
  type Change,
  cloneService,
  deleteService,
  disableService,
  enableService,
  publishDefinition,
  renameService,
  rollBack,
} from './services/change-service.js';
export { type PartReport, reportCompatibility } from './services/compatibility.js';
export { checkText, knownNames, withFile } from './services/definition-text.js';
export { findLastGoodVersion, getService, getVersion } from './services/find-service.js';
export { listServices, type ServiceSummary } from './services/list-services.js';
export { describeImpact, type Draft, type DraftText, prepareDraft } from './services/prepare-draft.js';
export { importFile, importService } from './services/publish-service.js';
export { baseWord, changeFrom, showImpact } from './services/service-commands.js';
export { getWebService } from './services/service-tasks.js';
export { requireMayPublish, ServiceNameInvalid, ServiceUnknown, VersionUnknown } from './services/service-errors.js';
export { endAllSessions, endSession, listSessions } from './sessions/session-tasks.js';
export { editorSchemas } from './system/editor-schemas.js';
export { readInput } from './tasks/check-input.js';
export { runTask } from './tasks/run-task.js';
export {
  type Answer,
  type AnyCommand,
  type Command,
  command,
  type CommandContext,
  type LooseInput,
  type Word,
  type WordForm,
} from './tasks/task.js';
export { formatMoment, UnfitWord } from './tasks/words.js';
export { isPlaced, requestOf, type TaskRequest } from './tasks/task-route.js';
export type { TaskSystem, Task } from './tasks/task.js';
export { compareDefinitions } from './versions/compare-definitions.js';
export { listServiceVersions, listVersions } from './versions/list-versions.js';
export { commentSchema } from './tasks/schemas.js';
export { DetailedError } from './tasks/task-errors.js';
