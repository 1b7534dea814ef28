// Apart from the actions: commands do without Express.
export type { AdminRoute } from './admin-route.js';
export { createAdminRouter, type AdminRouterOptions } from './admin-router.js';
export { SHARED_ERRORS } from './open-api.js';
export type { ConnectionPolicy } from './request-guards.js';
export { adminRoutes } from './routes/admin-routes.js';
