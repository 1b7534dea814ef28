import { agentAccess } from '../../actions/accounts/agent-access.js';
import { setAgentPassword, setCustomerPassword } from '../../actions/accounts/set-password.js';
import { revokeApiKey, rotateApiKey } from '../../actions/api-keys/change-api-keys.js';
import { createApiKey } from '../../actions/api-keys/create-api-key.js';
import { listApiKeys } from '../../actions/api-keys/list-api-keys.js';
import { listAudit } from '../../actions/audit/list-audit.js';
import {
  applyCatalogueFile,
  compareCatalogueFile,
  exportCatalogueFile,
} from '../../actions/catalogue/catalogue-file.js';
import {
  addCatalogueEntry,
  changeCatalogueEntry,
  getCatalogueEntry,
  listEntries,
  listKinds,
  listReferences,
} from '../../actions/catalogue/entries.js';
import { cleanUpDebugLog } from '../../actions/debug-log/clean-up-debug-log.js';
import { countRequests } from '../../actions/debug-log/count-requests.js';
import { getRequest } from '../../actions/debug-log/get-request.js';
import { listRequests } from '../../actions/debug-log/list-requests.js';
import { replayRequest } from '../../actions/debug-log/replay-request.js';
import { tryRequest } from '../../actions/debug-log/try-request.js';
import { callInvokerByHand } from '../../actions/invokers/call-invoker.js';
import { listServiceInvokers } from '../../actions/invokers/list-service-invokers.js';
import { getMappingSample } from '../../actions/mapping/get-mapping-sample.js';
import { previewDefinitionMapping } from '../../actions/mapping/preview-mapping.js';
import { listOperations } from '../../actions/operations/list-operations.js';
import { writeNewDefinition } from '../../actions/operations/write-definition.js';
import { dropPluginEvents, retryPluginEvents } from '../../actions/plugin-events/change-plugin-events.js';
import { listPluginEvents } from '../../actions/plugin-events/list-plugin-events.js';
import { addService, changeService, getWebService, removeService } from '../../actions/services/change-service.js';
import { discardDraft, getDraft, saveDraft } from '../../actions/services/drafts.js';
import { exportService } from '../../actions/services/export-service.js';
import { listServiceOperations } from '../../actions/services/list-service-operations.js';
import { listWebServices } from '../../actions/services/list-services.js';
import {
  checkDefinition,
  cloneWebService,
  describeImpactOf,
  importService,
  publishService,
  rollBackService,
} from '../../actions/services/publish-service.js';
import { endAllSessions, endSession } from '../../actions/sessions/end-sessions.js';
import { listSessions } from '../../actions/sessions/list-sessions.js';
import { listStatistics } from '../../actions/statistics/list-statistics.js';
import { describeSystem, listReplicas } from '../../actions/system/describe-system.js';
import { getEditorSchema } from '../../actions/system/get-editor-schema.js';
import { listPlugins } from '../../actions/system/list-plugins.js';
import { listSettings } from '../../actions/system/list-settings.js';
import { measureLoad } from '../../actions/system/measure-load.js';
import { compareDefinitions, diffService } from '../../actions/versions/compare-definitions.js';
import { getServiceVersion, listServiceVersions } from '../../actions/versions/list-versions.js';
import { AdminReply, type AdminRoute } from '../admin-route.js';
import { eventRoute } from './event-route.js';
import { routeOf } from './route-of.js';
import { sessionRoutes } from './session-routes.js';

/** The routes of entries at a path; without a kind, the path names it. */
function entryRoutes(path: `/${string}`, what: string, kind?: string): readonly AdminRoute[] {
  const given = kind === undefined ? {} : { kind };
  const lower = what.toLowerCase();
  const counted = '`total` is how many fit on all pages; null where a kind of a plugin does not count.';
  return [
    routeOf(`GET ${path}`, listEntries, { given, summary: `${what} by name, including invalid ones. ${counted}` }),
    routeOf(`POST ${path}`, addCatalogueEntry, { given, summary: `Adds one of ${lower}.` }),
    routeOf(`GET ${path}/:name`, getCatalogueEntry, { given, summary: `One of ${lower}.` }),
    routeOf(`PATCH ${path}/:name`, changeCatalogueEntry, {
      given,
      summary: `Changes members of one of ${lower}; the others stay as they are.`,
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

  routeOf('GET /services', listWebServices),
  routeOf('POST /services', addService),
  routeOf('GET /services/:name', getWebService),
  routeOf('PATCH /services/:name', changeService, { inPath }),
  routeOf('DELETE /services/:name', removeService),
  routeOf('GET /services/:name/operations', listServiceOperations),
  routeOf('GET /services/:name/draft', getDraft),
  routeOf('PUT /services/:name/draft', saveDraft),
  routeOf('DELETE /services/:name/draft', discardDraft),
  routeOf('POST /check', checkDefinition),
  routeOf('POST /services/:name/impact', describeImpactOf),
  routeOf('POST /services/:name/publish', publishService),
  routeOf('POST /services/:name/rollback', rollBackService),
  routeOf('POST /services/:name/clone', cloneWebService, { inPath }),
  routeOf('POST /services/import', importService),
  routeOf('GET /services/:name/versions', listServiceVersions),
  routeOf('GET /services/:name/versions/:id', getServiceVersion),
  routeOf('POST /services/:name/diff', diffService),
  routeOf('POST /compare', compareDefinitions),
  routeOf('GET /services/:name/export', exportService, {
    mediaType: 'application/yaml',
    reply: (text, { name }) => yamlFile(text, `${name}.yml`),
  }),

  routeOf('GET /operations', listOperations),
  routeOf('POST /operations/definition', writeNewDefinition),
  routeOf('GET /schemas/:file', getEditorSchema),
  routeOf('POST /mapping/preview', previewDefinitionMapping),
  routeOf('GET /mapping/sample', getMappingSample),
  routeOf('GET /services/:name/invokers', listServiceInvokers),
  routeOf('POST /services/:name/invoke', callInvokerByHand),

  routeOf('GET /debug-log', listRequests),
  routeOf('GET /debug-log/counts', countRequests),
  routeOf('GET /debug-log/:id', getRequest),
  routeOf('POST /debug-log/:id/replay', replayRequest),
  routeOf('DELETE /debug-log', cleanUpDebugLog),
  routeOf('POST /try', tryRequest),

  routeOf('GET /agents/:name/access', agentAccess),
  routeOf('PUT /agents/:name/password', setAgentPassword),
  routeOf('PUT /customers/:name/password', setCustomerPassword),
  routeOf('GET /api-keys', listApiKeys),
  routeOf('POST /api-keys', createApiKey),
  routeOf('POST /api-keys/:name/rotate', rotateApiKey),
  routeOf('DELETE /api-keys/:name', revokeApiKey),
  routeOf('GET /sessions', listSessions),
  routeOf('DELETE /sessions', endAllSessions),
  routeOf('DELETE /sessions/:handle', endSession),
  routeOf('GET /audit', listAudit),

  routeOf('GET /catalogue', listKinds),
  routeOf('GET /catalogue/:kind/:name/references', listReferences),
  routeOf('GET /catalogue-file', exportCatalogueFile, {
    mediaType: 'application/yaml',
    reply: (text) => yamlFile(text, 'catalogue.yml'),
  }),
  routeOf('POST /catalogue-file/diff', compareCatalogueFile),
  routeOf('POST /catalogue-file/apply', applyCatalogueFile),
  ...entryRoutes('/catalogue/:kind', 'Entries of a kind'),
  ...entryRoutes('/agents', 'Agents', 'agents'),
  ...entryRoutes('/groups', 'Groups', 'groups'),
  ...entryRoutes('/roles', 'Roles', 'roles'),
  ...entryRoutes('/customers', 'Customer users', 'customerUsers'),

  routeOf('GET /statistics', listStatistics),
  routeOf('GET /settings', listSettings),
  routeOf('GET /plugins', listPlugins),
  routeOf('GET /replicas', listReplicas),
  routeOf('GET /system', describeSystem),
  routeOf('GET /system/load', measureLoad),
  eventRoute,
  routeOf('GET /plugin-events', listPluginEvents),
  routeOf('POST /plugin-events/retry', retryPluginEvents),
  routeOf('POST /plugin-events/drop', dropPluginEvents),
];
