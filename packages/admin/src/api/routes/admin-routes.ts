import type { AdminRoute } from '../admin-route.js';
import { sessionRoutes } from './session-routes.js';

/** All routes, in the order in which the document lists them. */
export const adminRoutes: readonly AdminRoute[] = [...sessionRoutes];
