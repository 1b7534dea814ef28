import { getMappingSample } from '../../actions/mapping/get-mapping-sample.js';
import { previewDefinitionMapping } from '../../actions/mapping/preview-mapping.js';
import type { AdminRoute } from '../admin-route.js';
import { routeOf } from './route-of.js';

export const mappingRoutes: readonly AdminRoute[] = [
  routeOf('POST /mapping/preview', previewDefinitionMapping),
  routeOf('GET /mapping/sample', getMappingSample),
];
