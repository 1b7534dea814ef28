import { cleanUpDebugLog } from '../../actions/debug-log/clean-up-debug-log.js';
import { countRequests } from '../../actions/debug-log/count-requests.js';
import { getRequest } from '../../actions/debug-log/get-request.js';
import { listRequests } from '../../actions/debug-log/list-requests.js';
import { replayRequest } from '../../actions/debug-log/replay-request.js';
import { tryRequest } from '../../actions/debug-log/try-request.js';
import type { AdminRoute } from '../admin-route.js';
import { routeOf } from './route-of.js';

export const debugLogRoutes: readonly AdminRoute[] = [
  routeOf('GET /debug-log', listRequests),
  routeOf('GET /debug-log/counts', countRequests),
  routeOf('GET /debug-log/:id', getRequest),
  routeOf('POST /debug-log/:id/replay', replayRequest),
  routeOf('DELETE /debug-log', cleanUpDebugLog),
  routeOf('POST /try', tryRequest),
];
