import type { AdminSystem } from '../admin-system.js';
import { PublishNotAllowed } from './service-errors.js';

/**
 * On a host, web services are changed here only where the operator wants that. Every change asks this itself; those who prepare or ask
 * something first call it before that.
 *
 * @throws OperationError `Admin.PublishNotAllowed`
 */
export function requireMayPublish({ mayPublish }: Pick<AdminSystem, 'mayPublish'>): void {
  if (!mayPublish) throw new PublishNotAllowed();
}
