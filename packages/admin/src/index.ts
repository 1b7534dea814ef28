export { adminCommands } from './admin-tasks.js';
export { type Author, findAuthor, SYSTEM_USER } from './admin-system.js';
export { type ApiSystem, openAdminSystem, openApiSystem } from './open-admin-system.js';
export { EventHub } from './api/events/event-hub.js';
export type { EventSources } from './api/events/event-listener.js';
export { applyCatalogue } from './catalogue/apply-catalogue.js';
export {
  applyCatalogueFile,
  CatalogueFileInvalid,
  checkCatalogueText,
  compareCatalogueFile,
  readCatalogue,
  readCatalogueText,
} from './catalogue/catalogue-file.js';
export { catalogueSchema, openCatalogueSystem } from './catalogue/catalogue-system.js';
export { lockCatalogue } from './catalogue/change-entry.js';
export { compareRequest } from './comparing/compare-request.js';
export type { ComparedRequest } from './comparing/compared-request.js';
export { readExchange } from './comparing/recorded-request.js';
export { readRequestFile } from './comparing/request-file.js';
export { getRequest, listRequests, requestFilter } from './debug-log/list-requests.js';
export { describePage, filterWords, NONE_RECORDED, requestCells } from './debug-log/request-commands.js';
export { maintainTextIndex } from './debug-log/maintain-debug-log.js';
export { readTraffic } from './debug-log/recorded-traffic.js';
export {
  appliedFolder,
  folderPlace,
  listDefinitionFiles,
  mayApply,
  readDefinition,
  readDefinitionText,
  readNamedFile,
  nameService,
} from './definition-files/definition-files.js';
export { DefinitionFolder } from './definition-files/definition-folder.js';
export { examineSystem } from './doctor/examine-system.js';
export type { Finding } from './doctor/finding.js';
export { adviseIndexes, applyIndexes, IndexNotMade, lookUpIndexes, missingIndexes } from './indexes/apply-indexes.js';
export { listIndexes } from './indexes/list-indexes.js';
export { callInvokerByHand } from './invokers/call-by-hand.js';
export { NEW_FORMS, type WantedOperation, writeDefinition } from './operations/new-definition.js';
export { RequestPlayer } from './replaying/play-requests.js';
export { toCaller } from './replaying/find-caller.js';
export { describeReplayed, replayRequest } from './replaying/replay-request.js';
export { type Change } from './services/change-service.js';
export { reportCompatibility } from './services/compatibility.js';
export { checkText, knownNames, withFile } from './services/definition-text.js';
export { getService } from './services/find-service.js';
export { describeImpact } from './services/prepare-draft.js';
export { checkDefinition, importFile, publishService } from './services/publish-service.js';
export { baseWord, changeFrom, showDiagnostics, showImpact, withoutShown } from './services/service-commands.js';
export { compileRecord, readServiceRecord } from './services/service-record.js';
export { PublishNotAllowed } from './services/service-errors.js';
export { addService, getWebService } from './services/service-tasks.js';
export { showsDocumentation } from './services/shows-documentation.js';
export { editorSchemas } from './system/editor-schemas.js';
export { prepareSearch } from './system/search-everything.js';
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
export { counted, showMoment, UnfitWord } from './tasks/words.js';
export { isPlaced, makeTaskRequest, type TaskRequest } from './tasks/task-route.js';
export type { TaskSystem, Task } from './tasks/task.js';
export { previewImpact } from './services/preview-impact.js';
export { listServiceVersions } from './versions/list-versions.js';
export { commentSchema } from './tasks/schemas.js';
export { DetailedError } from './tasks/task-errors.js';
