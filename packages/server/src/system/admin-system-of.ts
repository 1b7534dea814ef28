import type { AdminSystem } from '@ticketgate/admin';
import type { OperationRegistry } from '@ticketgate/gateway';

import type { System } from './open-system.js';

/** What administration works on, for commands and for whatever else changes things here. */
export function adminSystemOf(system: System, operations: OperationRegistry): AdminSystem {
  const { services, accounts } = system;
  return {
    services,
    operations,
    directory: () => accounts.directory(),
    time: () => system.formatTime(system.now()),
  };
}
