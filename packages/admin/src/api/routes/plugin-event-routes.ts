import { dropPluginEvents, retryPluginEvents } from '../../actions/plugin-events/change-plugin-events.js';
import { listPluginEvents } from '../../actions/plugin-events/list-plugin-events.js';
import type { AdminRoute } from '../admin-route.js';
import { routeOf } from './route-of.js';

export const pluginEventRoutes: readonly AdminRoute[] = [
  routeOf('GET /plugin-events', listPluginEvents),
  routeOf('POST /plugin-events/retry', retryPluginEvents),
  routeOf('POST /plugin-events/drop', dropPluginEvents),
];
