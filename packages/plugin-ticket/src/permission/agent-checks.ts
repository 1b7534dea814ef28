import type { Caller, Directory, Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import { agentCheckSettings } from './permission-settings.js';
import type { PermissionTicket } from './ticket-permission.js';

/** Who asks for what, and what decides about it. */
export interface AgentQuestion {
  readonly caller: Caller;
  readonly permission: string;
  readonly directory: Directory;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
}

type Check = (ticket: PermissionTicket, question: AgentQuestion) => boolean;

/** In the order of {@link agentCheckSettings}. */
const CHECKS: readonly Check[] = [
  ({ ownerID }, { caller }) => ownerID === caller.userID,
  ({ responsibleID }, { caller, settings }) => responsibleID === caller.userID && settings.flag('Ticket::Responsible'),
  isInGroup,
  isWatching,
  ({ creatorID }, { caller }) => creatorID === caller.userID,
  ({ involvedIDs }, { caller }) => involvedIDs.includes(caller.userID),
];

/** The checks that an agent's permission is decided by, in their order. */
export const agentChecks: readonly AgentCheck[] = CHECKS.map((holds, index) => ({
  setting: agentCheckSettings[index]?.name ?? '',
  holds,
}));

/** One of {@link agentChecks}. */
export interface AgentCheck {
  /** The setting that switches it on and says what it decides. */
  readonly setting: string;
  readonly holds: Check;
}

function isInGroup(
  { queueID }: PermissionTicket,
  { caller, permission, directory, catalogue }: AgentQuestion,
): boolean {
  const groupID = catalogue.queues.byID(queueID)?.groupID;
  return groupID !== undefined && directory.groupIDsOfAgent(caller.userID, permission).has(groupID);
}

function isWatching({ watcherIDs }: PermissionTicket, { caller, permission, settings }: AgentQuestion): boolean {
  return permission === 'ro' && watcherIDs.includes(caller.userID) && settings.flag('Ticket::Watcher');
}
