import { agentAdd, agentGrant, agentRevoke, agentShow } from './accounts/account-commands.js';
import { agentAccess, setAgentPassword, setCustomerPassword } from './accounts/account-tasks.js';
import { examineSystem } from './doctor/examine-system.js';
import { searchEverything } from './system/search-everything.js';
import { changeApiKey, createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys/api-key-tasks.js';
import { listAudit } from './audit/list-audit.js';
import { catalogueAdd, catalogueDisable, catalogueList, catalogueSet } from './catalogue/catalogue-commands.js';
import { applyCatalogueFile, compareCatalogueFile, exportCatalogueFile } from './catalogue/catalogue-file.js';
import {
  addCatalogueEntry,
  changeCatalogueEntry,
  getCatalogueEntry,
  listEntries,
  listKinds,
  listReferences,
} from './catalogue/catalogue-tasks.js';
import { cleanUpDebugLog } from './debug-log/maintain-debug-log.js';
import { debugLogCurl, debugLogList } from './debug-log/request-commands.js';
import { countRequests } from './debug-log/count-requests.js';
import { listFailures } from './debug-log/list-failures.js';
import { getRequest, listRequests } from './debug-log/list-requests.js';
import { replayRequests } from './replaying/replay-requests.js';
import { replayRequest } from './replaying/replay-request.js';
import { sendAgain } from './trying/send-again.js';
import { tryRequest } from './trying/try-request.js';
import { listIndexes } from './indexes/list-indexes.js';
import { callInvokerByHand } from './invokers/call-by-hand.js';
import { listInvokerTypes, listServiceInvokers } from './invokers/list-invokers.js';
import { rehearseInvoker } from './invokers/rehearse-invoker.js';
import { getMappingSample, previewDefinitionMapping } from './mapping/mapping-tasks.js';
import { listOperations } from './operations/list-operations.js';
import { writeNewDefinition } from './operations/new-definition.js';
import {
  dropPluginEvents,
  eventsList,
  eventsShow,
  listPluginEvents,
  retryPluginEvents,
} from './plugin-events/plugin-event-tasks.js';
import {
  addService,
  changeService,
  exportService,
  getWebService,
  listWebServices,
  removeService,
} from './services/service-tasks.js';
import {
  serviceClone,
  serviceDelete,
  serviceDisable,
  serviceEnable,
  serviceExport,
  serviceList,
  serviceRename,
  serviceRollback,
  serviceShow,
} from './services/service-commands.js';
import { previewImpact } from './services/preview-impact.js';
import { discardDraft, getDraft, saveDraft } from './services/draft-tasks.js';
import { listServiceOperations } from './services/service-operations.js';
import { checkDefinition, cloneWebService, publishService, rollBackService } from './services/publish-service.js';
import { endAllSessions, endSession, listSessions, sessionEnd } from './sessions/session-tasks.js';
import { describeSystem, listPlugins, listReplicas } from './system/describe-system.js';
import { getEditorSchema } from './system/editor-schemas.js';
import { listSettings } from './system/list-settings.js';
import { measureLoad } from './system/measure-load.js';
import { getServiceVersion, listServiceVersions } from './versions/list-versions.js';
import type { AdminRoute } from './api/admin-route.js';
import { eventRoute } from './api/routes/event-route.js';
import { makeCommand, type AnyCommand, type AnyTask } from './tasks/task.js';
import { isPlaced, makeRoute } from './tasks/task-route.js';
import { sessionRoutes } from './api/routes/session-routes.js';
import { signInRoutes } from './api/routes/sign-in-routes.js';

/** All tasks, in the order in which the document and the help list them. */
const tasks: readonly (AdminRoute | AnyTask | AnyCommand)[] = [
  [...sessionRoutes, ...signInRoutes],
  [serviceList, serviceExport, listWebServices, addService, getWebService, changeService, removeService],
  [listServiceOperations, getDraft, saveDraft, discardDraft, checkDefinition, previewImpact],
  [replayRequests, publishService, rollBackService, cloneWebService],
  [listServiceVersions, getServiceVersion],
  [serviceEnable, serviceDisable, serviceClone, serviceRename, serviceRollback, serviceDelete],
  [exportService, serviceShow],
  [listOperations, writeNewDefinition],
  [getEditorSchema, previewDefinitionMapping, getMappingSample],
  [listServiceInvokers, listInvokerTypes, rehearseInvoker, callInvokerByHand],
  [debugLogList, debugLogCurl, listRequests, countRequests, listFailures, getRequest],
  [replayRequest, sendAgain, cleanUpDebugLog, tryRequest],
  [agentAccess, agentAdd, setAgentPassword, agentGrant, agentRevoke, agentShow, setCustomerPassword],
  [listApiKeys, createApiKey, changeApiKey, rotateApiKey, revokeApiKey],
  [listSessions, endAllSessions, endSession, sessionEnd],
  [listAudit],
  [catalogueList, catalogueAdd, catalogueSet, catalogueDisable],
  [listKinds, listReferences, exportCatalogueFile, compareCatalogueFile, applyCatalogueFile],
  [listEntries, addCatalogueEntry, getCatalogueEntry, changeCatalogueEntry],
  [listSettings, listPlugins, listReplicas],
  [searchEverything, examineSystem, listIndexes, describeSystem, measureLoad],
  [eventRoute],
  [listPluginEvents, eventsList, eventsShow, retryPluginEvents, dropPluginEvents],
].flat();

export const adminRoutes: readonly AdminRoute[] = tasks.flatMap((each) => {
  if ('path' in each) return [each];
  return 'usage' in each || !isPlaced(each) ? [] : [makeRoute(each)];
});

export const adminCommands: readonly AnyCommand[] = tasks.flatMap((each) => {
  if ('path' in each) return [];
  if ('usage' in each) return [each];
  return each.command === undefined ? [] : [makeCommand(each, each.command)];
});
