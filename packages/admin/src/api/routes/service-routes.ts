import { addService, changeService, getWebService, removeService } from '../../actions/services/change-service.js';
import { discardDraft, getDraft, saveDraft } from '../../actions/services/drafts.js';
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
import type { AdminRoute } from '../admin-route.js';
import { routeOf } from './route-of.js';

const inPath = { name: 'service' } as const;

export const serviceRoutes: readonly AdminRoute[] = [
  routeOf('GET /services', listWebServices),
  routeOf('POST /services', addService),
  routeOf('GET /services/:name', getWebService),
  routeOf('PATCH /services/:name', changeService, { inPath }),
  routeOf('DELETE /services/:name', removeService),
  routeOf('GET /services/:name/operations', listServiceOperations),
];

export const draftRoutes: readonly AdminRoute[] = [
  routeOf('GET /services/:name/draft', getDraft),
  routeOf('PUT /services/:name/draft', saveDraft),
  routeOf('DELETE /services/:name/draft', discardDraft),
];

export const publishRoutes: readonly AdminRoute[] = [
  routeOf('POST /check', checkDefinition),
  routeOf('POST /services/:name/impact', describeImpactOf),
  routeOf('POST /services/:name/publish', publishService),
  routeOf('POST /services/:name/rollback', rollBackService),
  routeOf('POST /services/:name/clone', cloneWebService, { inPath }),
  routeOf('POST /services/import', importService),
];
