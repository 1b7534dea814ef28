import { isData, type Caller, type Directory, type Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import { isFalsy } from '../values.js';
import { agentCheckSettings } from './permission-settings.js';
import type { PermissionTicket } from './ticket-permission.js';

/** One of the checks that an agent's permission is decided by. */
export interface AgentCheck {
  /** One that holds decides: allowed. */
  readonly isGranting: boolean;
  /** One that does not hold decides: denied. */
  readonly isRequired: boolean;
  readonly holds: (ticket: PermissionTicket, permission: string) => boolean;
}

export interface AgentCheckSources {
  readonly caller: Caller;
  readonly directory: Directory;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
}

type Check = (sources: AgentCheckSources) => AgentCheck['holds'];

/** In the order of {@link agentCheckSettings}. */
const CHECKS: readonly Check[] = [ownerCheck, responsibleCheck, groupCheck, watcherCheck, creatorCheck, involvedCheck];

/** The checks that are switched on, in their order. */
export function agentChecks(sources: AgentCheckSources): readonly AgentCheck[] {
  return agentCheckSettings.flatMap(({ name }, index) => {
    const value = sources.settings.get(name);
    const check = CHECKS[index];
    if (!isData(value) || check === undefined) return [];
    return [{ isGranting: !isFalsy(value.Granted), isRequired: !isFalsy(value.Required), holds: check(sources) }];
  });
}

function ownerCheck({ caller }: AgentCheckSources): AgentCheck['holds'] {
  return ({ ownerID }) => ownerID === caller.userID;
}

function responsibleCheck({ caller, settings }: AgentCheckSources): AgentCheck['holds'] {
  const isOn = settings.flag('Ticket::Responsible');
  return ({ responsibleID }) => isOn && responsibleID === caller.userID;
}

function groupCheck({ caller, directory, catalogue }: AgentCheckSources): AgentCheck['holds'] {
  return ({ queueID }, permission) => {
    const groupID = catalogue.queues.byID(queueID)?.groupID;
    return groupID !== undefined && directory.groupIDsOfAgent(caller.userID, permission).has(groupID);
  };
}

function watcherCheck({ caller, settings }: AgentCheckSources): AgentCheck['holds'] {
  const isOn = settings.flag('Ticket::Watcher');
  return ({ watcherIDs }, permission) => isOn && permission === 'ro' && watcherIDs.includes(caller.userID);
}

function creatorCheck({ caller }: AgentCheckSources): AgentCheck['holds'] {
  return ({ creatorID }) => creatorID === caller.userID;
}

function involvedCheck({ caller }: AgentCheckSources): AgentCheck['holds'] {
  return ({ involvedIDs }) => involvedIDs.includes(caller.userID);
}
