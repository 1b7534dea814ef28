export type { Action, ActionSystem } from './tasks/action.js';
export { readInput, type LooseInput } from './tasks/check-input.js';
export { dropPluginEvents, retryPluginEvents } from './plugin-events/change-plugin-events.js';
export { listPluginEvents } from './plugin-events/list-plugin-events.js';
export { addAgent, addCustomer } from './accounts/add-account.js';
export { setAgentPassword, setCustomerPassword } from './accounts/set-password.js';
export { changeApiKey, revokeApiKey, rotateApiKey } from './api-keys/change-api-keys.js';
export { createApiKey } from './api-keys/create-api-key.js';
export { listApiKeys } from './api-keys/list-api-keys.js';
export { compareRequest } from './comparing/compare-request.js';
export { readExchange, type ComparedRequest } from './comparing/compared-request.js';
export { readRequestFile } from './comparing/request-file.js';
export { callInvokerByHand } from './invokers/call-invoker.js';
export { listAudit } from './audit/list-audit.js';
export { examineSystem } from './doctor/examine-system.js';
export type { Finding } from './doctor/finding.js';
export { endAllSessions, endSession } from './sessions/end-sessions.js';
export { listSessions } from './sessions/list-sessions.js';
export { findAuthor, SYSTEM_USER, type AdminSystem, type Author } from './admin-system.js';
export { apiSystemOf, type ApiSystem } from './api/api-system.js';
export { type Replayed, withReplayer } from './replaying/replayer.js';
export { type ServiceSummary, listServices } from './services/list-services.js';
export { cleanUpDebugLog } from './debug-log/clean-up-debug-log.js';
export { readServiceRecord } from './replaying/replay-request.js';
export { findCaller } from './replaying/acting.js';
export { EventHub } from './api/events/event-hub.js';
export type { EventSources } from './api/events/event-listener.js';
export { findRequests, type RequestPage, type RequestSearch } from './debug-log/find-requests.js';
export {
  cloneService,
  deleteService,
  disableService,
  enableService,
  publishDefinition,
  renameService,
  rollBack,
  type Change,
} from './services/change-service.js';
export { findConflict } from './services/publish-text.js';
export { checkText, knownNames } from './services/check-text.js';
export { reportCompatibility, type PartReport } from './services/compatibility.js';
export { diffTexts, type NamedText } from './versions/diff-texts.js';
export { findLastGoodVersion, getService, getVersion } from './services/find-service.js';
export { describeImpact, prepareDraft, type Draft, type DraftText } from './services/prepare-draft.js';
export { requireMayPublish, ServiceNameInvalid, ServiceUnknown, VersionUnknown } from './services/service-errors.js';
export { listVersions } from './versions/list-versions.js';
export {
  NEW_TRANSPORTS,
  OperationTypeUnknown,
  writeDefinition,
  type NewTransport,
  type WantedOperation,
} from './operations/new-definition.js';
export { applyCatalogue, compareCatalogue } from './catalogue/apply-catalogue.js';
export { getEntry, listCatalogue, type ListedEntry } from './catalogue/catalogue-entries.js';
export {
  CatalogueReadOnly,
  EntryChanged,
  EntryExists,
  EntryInvalid,
  EntryUnknown,
  KindUnknown,
} from './catalogue/catalogue-errors.js';
export { catalogueSchema, entrySchemaOf } from './catalogue/catalogue-schema.js';
export { type CatalogueSystem, getKind, catalogueKinds, catalogueSystemOf } from './catalogue/catalogue-system.js';
export {
  addEntry,
  updateEntry,
  changeEntry,
  disableEntry,
  type EntryNote,
  type SavedEntry,
  lockCatalogue,
} from './catalogue/change-entry.js';
export { exportCatalogue, renderCatalogue } from './catalogue/export-catalogue.js';
export { checkCatalogueText, readCatalogue } from './catalogue/read-catalogue.js';
export { writeRecordedCurl } from './debug-log/curl-command.js';
export { explainNoRequests } from './debug-log/explain-no-requests.js';
export { followRequests } from './debug-log/follow-requests.js';
export { maintainTextIndex } from './debug-log/maintain-text-index.js';
export { type RecordedExchange, exportRequests, readTraffic } from './debug-log/recorded-traffic.js';
export {
  listDefinitionFiles,
  readDefinition,
  readNamedFile,
  serviceNameOf,
} from './definition-files/definition-files.js';
export { DefinitionFolder } from './definition-files/definition-folder.js';
export { folderOf } from './definition-files/find-drift.js';
export { folderPlace } from './definition-files/folder-view.js';
export { adviseIndexes, expectedIndexes, lookUpIndexes, missingIndexes } from './indexes/expected-indexes.js';
export { applyIndexes } from './indexes/apply-indexes.js';
export { findSideEffects } from './services/describe-saved.js';
export { adminSystemOf } from './admin-system-of.js';
export { appliedFolder, mayApply } from './system/may-apply.js';
export { editorSchemas } from './system/editor-schemas.js';
