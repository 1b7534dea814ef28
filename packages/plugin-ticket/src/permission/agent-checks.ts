import type { Caller, Directory, SettingDefinition, Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import { orFirstAgent, type TicketRow } from '../columns/ticket-columns.js';

/** The input of a permission check. */
export interface AgentCheckInput {
  readonly caller: Caller;
  readonly permission: string;
  readonly directory: Directory;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
}

/** A check of an agent's permission, with the setting that enables it. */
export interface AgentCheck {
  readonly setting: SettingDefinition;
  readonly holds: (ticket: TicketRow, question: AgentCheckInput) => boolean;
}

interface CheckParts extends Pick<AgentCheck, 'holds'> {
  readonly description: string;
  readonly isOff?: boolean;
}

/** In the order in which they run, by the ends of the names of their settings. */
const CHECKS: Readonly<Record<string, CheckParts>> = {
  '1-OwnerCheck': {
    description: 'Owners may do everything with their tickets.',
    holds: ({ ownerID }, { caller }) => ownerID === caller.userID,
  },
  '2-ResponsibleCheck': {
    description: 'Responsible agents may do everything with their tickets, where Ticket::Responsible is on.',
    holds: (ticket, { caller, settings }) =>
      orFirstAgent(ticket) === caller.userID && settings.flag('Ticket::Responsible'),
  },
  '3-GroupCheck': {
    description: 'Agents may do with a ticket what they may in the group of its queue.',
    holds: isInGroup,
  },
  '4-WatcherCheck': {
    description: 'Agents may read tickets that they watch, where Ticket::Watcher is on.',
    holds: ({ watcherIDs }, { caller, permission, settings }) =>
      permission === 'ro' && watcherIDs.includes(caller.userID) && settings.flag('Ticket::Watcher'),
  },
  '5-CreatorCheck': {
    description: 'Agents may do everything with tickets that they created. Switched on by { Granted: 1 }.',
    holds: ({ createBy }, { caller }) => createBy === caller.userID,
    isOff: true,
  },
  '6-InvolvedCheck': {
    description: 'Agents may do everything with tickets whose history names them. Switched on by { Granted: 1 }.',
    holds: ({ involvedIDs }, { caller }) => involvedIDs.includes(caller.userID),
    isOff: true,
  },
};

/** The checks in the order in which they run; null disables one. */
export const agentChecks: readonly AgentCheck[] = Object.entries(CHECKS).map(([end, { description, holds, isOff }]) => {
  const Module = `Kernel::System::Ticket::Permission::${end.slice(end.indexOf('-') + 1)}`;
  const value = isOff === true ? null : { Module, Required: 0, Granted: 1 };
  return { setting: { name: `Ticket::Permission###${end}`, default: value, description }, holds };
});

/** Whether the check of involved agents is enabled, which needs the ticket's history. */
export function usesInvolvedCheck(settings: Settings): boolean {
  return settings.flag('Ticket::Permission###6-InvolvedCheck');
}

function isInGroup({ queueID }: TicketRow, { caller, permission, directory, catalogue }: AgentCheckInput): boolean {
  const groupID = catalogue.queues.byID(queueID)?.groupID;
  return groupID !== undefined && directory.groupIDsOfAgent(caller.userID, permission).has(groupID);
}
