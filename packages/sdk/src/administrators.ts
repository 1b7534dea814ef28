import type { Directory } from './accounts.js';

/** Administrators are valid agents with this permission in this group, directly or by a role. */
export const ADMINISTRATORS = { group: 'admin', permission: 'rw' } as const;

/** Whether an agent may administer. */
export function isAdministrator(directory: Directory, agentID: number): boolean {
  const group = directory.groupByName(ADMINISTRATORS.group);
  return group !== undefined && directory.groupIDsOfAgent(agentID, ADMINISTRATORS.permission).has(group.id);
}
