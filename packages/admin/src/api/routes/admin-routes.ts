import { agentAccess, setAgentPassword, setCustomerPassword } from '../../accounts/account-tasks.js';
import { examineSystem } from '../../doctor/examine-system.js';
import { lookOver } from '../../doctor/look-over.js';
import { searchEverything } from '../../system/search-everything.js';
import { changeApiKey, createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from '../../api-keys/api-key-tasks.js';
import { listAudit } from '../../audit/list-audit.js';
import { applyCatalogueFile, compareCatalogueFile, exportCatalogueFile } from '../../catalogue/catalogue-file.js';
import {
  addCatalogueEntry,
  changeCatalogueEntry,
  getCatalogueEntry,
  listEntries,
  listKinds,
  listReferences,
} from '../../catalogue/catalogue-tasks.js';
import { cleanUpDebugLog } from '../../debug-log/maintain-debug-log.js';
import { countRequests } from '../../debug-log/count-requests.js';
import { getRequest, listRequests } from '../../debug-log/list-requests.js';
import { compareRecorded } from '../../comparing/compare-recorded.js';
import { replayRequests } from '../../replaying/replay-requests.js';
import { replayRequest } from '../../replaying/replay-request.js';
import { sendAgain } from '../../trying/send-again.js';
import { tryRequest } from '../../trying/try-request.js';
import { callInvokerByHand } from '../../invokers/call-invoker.js';
import { listInvokerTypes, listServiceInvokers } from '../../invokers/list-invokers.js';
import { rehearseInvoker } from '../../invokers/rehearse-invoker.js';
import { getMappingSample } from '../../mapping/get-mapping-sample.js';
import { previewDefinitionMapping } from '../../mapping/preview-mapping.js';
import { listOperations } from '../../operations/list-operations.js';
import { writeNewDefinition } from '../../operations/new-definition.js';
import { dropPluginEvents, listPluginEvents, retryPluginEvents } from '../../plugin-events/plugin-event-tasks.js';
import {
  addService,
  changeService,
  exportService,
  getWebService,
  listWebServices,
  removeService,
} from '../../services/service-tasks.js';
import { discardDraft, getDraft, saveDraft } from '../../services/draft-tasks.js';
import { listServiceOperations } from '../../services/service-operations.js';
import {
  checkDefinition,
  cloneWebService,
  previewImpact,
  importService,
  publishService,
  rollBackService,
} from '../../services/publish-service.js';
import { endAllSessions, endSession, listSessions } from '../../sessions/session-tasks.js';
import { listStatistics } from '../../statistics/list-statistics.js';
import { describeSystem, listPlugins, listReplicas } from '../../system/describe-system.js';
import { getEditorSchema } from '../../system/editor-schemas.js';
import { listSettings } from '../../system/list-settings.js';
import { measureLoad } from '../../system/measure-load.js';
import { compareDefinitions, diffService } from '../../versions/compare-definitions.js';
import { getServiceVersion, listServiceVersions } from '../../versions/list-versions.js';
import { AdminReply, type AdminRoute } from '../admin-route.js';
import { eventRoute } from './event-route.js';
import { actionRoute } from './action-route.js';
import { sessionRoutes } from './session-routes.js';
import { signInRoutes } from './sign-in-routes.js';

/** The words for entries at a path, and the kind that they have; undefined: the path names it. */
interface EntryWords {
  readonly many: string;
  readonly one: string;
  readonly kind?: string;
}

function entryRoutes(path: `/${string}`, { many, one, kind }: EntryWords): readonly AdminRoute[] {
  const preset = kind === undefined ? {} : { kind };
  const counted = '`total` is how many fit on all pages; null where a kind of a plugin does not count.';
  return [
    actionRoute(`GET ${path}`, listEntries, {
      preset,
      summary: `Lists ${many} by name, including invalid ones. ${counted}`,
    }),
    actionRoute(`POST ${path}`, addCatalogueEntry, { preset, summary: `Adds ${one}.` }),
    actionRoute(`GET ${path}/:name`, getCatalogueEntry, { preset, summary: `Shows ${one}.` }),
    actionRoute(`PATCH ${path}/:name`, changeCatalogueEntry, {
      preset,
      summary: `Changes members of ${one}; the others stay as they are.`,
    }),
  ];
}

/** The members of these actions are called otherwise, because their bodies have a `name`, too. */
const inPath = { name: 'service' } as const;

function yamlFile(text: string, fileName: string): AdminReply {
  return new AdminReply(text, {
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
  });
}

/** All routes, in the order in which the document lists them. */
export const adminRoutes: readonly AdminRoute[] = [
  ...sessionRoutes,
  ...signInRoutes,

  actionRoute('GET /services', listWebServices),
  actionRoute('POST /services', addService),
  actionRoute('GET /services/:name', getWebService),
  actionRoute('PATCH /services/:name', changeService, { pathNames: inPath }),
  actionRoute('DELETE /services/:name', removeService),
  actionRoute('GET /services/:name/operations', listServiceOperations),
  actionRoute('GET /services/:name/draft', getDraft),
  actionRoute('PUT /services/:name/draft', saveDraft),
  actionRoute('DELETE /services/:name/draft', discardDraft),
  actionRoute('POST /check', checkDefinition),
  actionRoute('POST /services/:name/impact', previewImpact),
  actionRoute('POST /services/:name/replay', replayRequests),
  actionRoute('POST /services/:name/publish', publishService),
  actionRoute('POST /services/:name/rollback', rollBackService),
  actionRoute('POST /services/:name/clone', cloneWebService, { pathNames: inPath }),
  actionRoute('POST /services/import', importService),
  actionRoute('GET /services/:name/versions', listServiceVersions),
  actionRoute('GET /services/:name/versions/:id', getServiceVersion),
  actionRoute('POST /services/:name/diff', diffService),
  actionRoute('POST /compare', compareDefinitions),
  actionRoute('GET /services/:name/export', exportService, {
    mediaType: 'application/yaml',
    reply: (text, { name }) => yamlFile(text, `${name}.yml`),
  }),

  actionRoute('GET /operations', listOperations),
  actionRoute('POST /operations/definition', writeNewDefinition),
  actionRoute('GET /schemas/:file', getEditorSchema),
  actionRoute('POST /mapping/preview', previewDefinitionMapping),
  actionRoute('GET /mapping/sample', getMappingSample),
  actionRoute('GET /services/:name/invokers', listServiceInvokers),
  actionRoute('GET /invoker-types', listInvokerTypes),
  actionRoute('POST /services/:name/rehearse', rehearseInvoker),
  actionRoute('POST /services/:name/invoke', callInvokerByHand),

  actionRoute('GET /debug-log', listRequests),
  actionRoute('GET /debug-log/counts', countRequests),
  actionRoute('GET /debug-log/:id', getRequest),
  actionRoute('POST /debug-log/:id/replay', replayRequest),
  actionRoute('POST /debug-log/:id/send', sendAgain),
  actionRoute('POST /debug-log/:id/compare', compareRecorded),
  actionRoute('DELETE /debug-log', cleanUpDebugLog),
  actionRoute('POST /try', tryRequest),

  actionRoute('GET /agents/:name/access', agentAccess),
  actionRoute('PUT /agents/:name/password', setAgentPassword),
  actionRoute('PUT /customers/:name/password', setCustomerPassword),
  actionRoute('GET /api-keys', listApiKeys),
  actionRoute('POST /api-keys', createApiKey),
  actionRoute('PATCH /api-keys/:name', changeApiKey),
  actionRoute('POST /api-keys/:name/rotate', rotateApiKey),
  actionRoute('DELETE /api-keys/:name', revokeApiKey),
  actionRoute('GET /sessions', listSessions),
  actionRoute('DELETE /sessions', endAllSessions),
  actionRoute('DELETE /sessions/:handle', endSession),
  actionRoute('GET /audit', listAudit),

  actionRoute('GET /catalogue', listKinds),
  actionRoute('GET /catalogue/:kind/:name/references', listReferences),
  actionRoute('GET /catalogue-file', exportCatalogueFile, {
    mediaType: 'application/yaml',
    reply: (text) => yamlFile(text, 'catalogue.yml'),
  }),
  actionRoute('POST /catalogue-file/diff', compareCatalogueFile),
  actionRoute('POST /catalogue-file/apply', applyCatalogueFile),
  ...entryRoutes('/catalogue/:kind', { many: 'entries of a kind', one: 'an entry' }),
  ...entryRoutes('/agents', { many: 'agents', one: 'an agent', kind: 'agents' }),
  ...entryRoutes('/groups', { many: 'groups', one: 'a group', kind: 'groups' }),
  ...entryRoutes('/roles', { many: 'roles', one: 'a role', kind: 'roles' }),
  ...entryRoutes('/customers', { many: 'customer users', one: 'a customer user', kind: 'customerUsers' }),

  actionRoute('GET /statistics', listStatistics),
  actionRoute('GET /settings', listSettings),
  actionRoute('GET /plugins', listPlugins),
  actionRoute('GET /replicas', listReplicas),
  actionRoute('GET /search', searchEverything),
  actionRoute('GET /condition', lookOver),
  actionRoute('GET /doctor', examineSystem),
  actionRoute('GET /system', describeSystem),
  actionRoute('GET /system/load', measureLoad),
  eventRoute,
  actionRoute('GET /plugin-events', listPluginEvents),
  actionRoute('POST /plugin-events/retry', retryPluginEvents),
  actionRoute('POST /plugin-events/drop', dropPluginEvents),
];
