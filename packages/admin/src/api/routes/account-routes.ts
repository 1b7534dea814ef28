import { agentAccess } from '../../actions/accounts/agent-access.js';
import { setAgentPassword, setCustomerPassword } from '../../actions/accounts/set-password.js';
import { revokeApiKey, rotateApiKey } from '../../actions/api-keys/change-api-keys.js';
import { createApiKey } from '../../actions/api-keys/create-api-key.js';
import { listApiKeys } from '../../actions/api-keys/list-api-keys.js';
import { listAudit } from '../../actions/audit/list-audit.js';
import { endAllSessions, endSession } from '../../actions/sessions/end-sessions.js';
import { listSessions } from '../../actions/sessions/list-sessions.js';
import type { AdminRoute } from '../admin-route.js';
import { routeOf } from './route-of.js';

export const accountRoutes: readonly AdminRoute[] = [
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
];
