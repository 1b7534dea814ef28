import { listStatistics } from '../../actions/statistics/list-statistics.js';
import type { AdminRoute } from '../admin-route.js';
import { routeOf } from './route-of.js';

export const statisticsRoutes: readonly AdminRoute[] = [routeOf('GET /statistics', listStatistics)];
