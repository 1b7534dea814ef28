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

const involved: AgentCheck = {
  setting: {
    name: 'Ticket::Permission###6-InvolvedCheck',
    default: null,
    description: 'Agents may do everything with tickets whose history names them. Switched on by { Granted: 1 }.',
  },
  holds: ({ involvedIDs }, { caller }) => involvedIDs.includes(caller.userID),
};

/** The checks in the order in which they run; null disables one. */
export const agentChecks: readonly AgentCheck[] = [
  {
    setting: granting('Ticket::Permission###1-OwnerCheck', 'Owners may do everything with their tickets.'),
    holds: ({ ownerID }, { caller }) => ownerID === caller.userID,
  },
  {
    setting: granting(
      'Ticket::Permission###2-ResponsibleCheck',
      'Responsible agents may do everything with their tickets, where Ticket::Responsible is on.',
    ),
    holds: (ticket, { caller, settings }) =>
      orFirstAgent(ticket) === caller.userID && settings.flag('Ticket::Responsible'),
  },
  {
    setting: granting(
      'Ticket::Permission###3-GroupCheck',
      'Agents may do with a ticket what they may in the group of its queue.',
    ),
    holds: isInGroup,
  },
  {
    setting: granting(
      'Ticket::Permission###4-WatcherCheck',
      'Agents may read tickets that they watch, where Ticket::Watcher is on.',
    ),
    holds: ({ watcherIDs }, { caller, permission, settings }) =>
      permission === 'ro' && watcherIDs.includes(caller.userID) && settings.flag('Ticket::Watcher'),
  },
  {
    setting: {
      name: 'Ticket::Permission###5-CreatorCheck',
      default: null,
      description: 'Agents may do everything with tickets that they created. Switched on by { Granted: 1 }.',
    },
    holds: ({ createBy }, { caller }) => createBy === caller.userID,
  },
  involved,
];

/** Whether the check of involved agents is enabled, which needs the ticket's history. */
export function usesInvolvedCheck(settings: Settings): boolean {
  return settings.flag(involved.setting.name);
}

/** The family's value for an enabled check. */
function granting(name: string, description: string): SettingDefinition {
  const Module = `Kernel::System::Ticket::Permission::${name.split('-').at(-1) ?? ''}`;
  return { name, default: { Module, Required: 0, Granted: 1 }, description };
}

function isInGroup({ queueID }: TicketRow, { caller, permission, directory, catalogue }: AgentCheckInput): boolean {
  const groupID = catalogue.queues.byID(queueID)?.groupID;
  return groupID !== undefined && directory.groupIDsOfAgent(caller.userID, permission).has(groupID);
}
