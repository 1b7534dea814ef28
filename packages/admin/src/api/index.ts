// Apart from the tasks, so that commands do not load Express.
export type { AdminRoute } from './admin-route.js';
export { createAdminRouter } from './admin-router.js';
export { writeAdminOpenApi, SHARED_ERRORS } from './admin-open-api.js';
export { guardAdministration, type AdminAccess } from './request-guards.js';
export { hasSession } from './session-cookie.js';
export { problemHandler } from './api-errors.js';
export { adminRoutes } from '../admin-tasks.js';
