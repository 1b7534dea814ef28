import { exportService } from '../../actions/services/export-service.js';
import { compareDefinitions, diffService } from '../../actions/versions/compare-definitions.js';
import { getServiceVersion } from '../../actions/versions/get-version.js';
import { listServiceVersions } from '../../actions/versions/list-versions.js';
import { AdminReply, type AdminRoute } from '../admin-route.js';
import { routeOf } from './route-of.js';

export const versionRoutes: readonly AdminRoute[] = [
  routeOf('GET /services/:name/versions', listServiceVersions),
  routeOf('GET /services/:name/versions/:id', getServiceVersion),
  routeOf('POST /services/:name/diff', diffService),
  routeOf('POST /compare', compareDefinitions),
  routeOf('GET /services/:name/export', exportService, {
    mediaType: 'application/yaml',
    reply: (written, { name }) =>
      new AdminReply(written, {
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.yml`)}`,
      }),
  }),
];
