import type { Data, Directory, Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import { escalationTargetsOf } from '../escalation/escalation-targets.js';
import { presentEscalation } from '../escalation/present-escalation.js';
import { epochOf, epochOfTimestamp } from '../time/system-time-zone.js';
import { readWorkingCalendar } from '../time/working-calendar.js';
import type { TicketRow } from './ticket-row.js';

export interface TicketFieldSources {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly settings: Settings;
  readonly now: Date;
  /** The system's time zone. */
  readonly zone: string;
}

/** The members of a ticket that every reader gets (`docs/compatibility.md`, ticket operations 3.3), without `TimeUnit`. */
export function presentTicket(row: TicketRow, sources: TicketFieldSources): Data {
  const { catalogue, now, zone } = sources;
  const state = catalogue.states.byID(row.stateID);
  const epoch = epochOf(now);
  return {
    TicketID: row.id,
    TicketNumber: row.number,
    Title: row.title,
    ...presentNames(row, sources),
    StateType: state?.typeName ?? '',
    CustomerID: row.customerID,
    CustomerUserID: row.customerUserID,
    Created: row.created,
    CreateBy: row.createBy,
    Changed: row.changed,
    ChangeBy: row.changeBy,
    Age: epoch - epochOfTimestamp(row.created, zone),
    ArchiveFlag: row.archiveFlag === 1 ? 'y' : 'n',
    UnlockTimeout: row.timeout,
    RealTillTimeNotUsed: row.untilTime,
    UntilTime: row.untilTime === 0 ? 0 : row.untilTime - epoch,
    EscalationTime: row.escalationTime,
    EscalationUpdateTime: row.escalationUpdateTime,
    EscalationResponseTime: row.escalationResponseTime,
    EscalationSolutionTime: row.escalationSolutionTime,
    ...presentTimes(row, sources),
  };
}

function presentNames(row: TicketRow, { catalogue, directory }: TicketFieldSources): Data {
  const typeID = row.typeID ?? 1;
  const responsibleID = row.responsibleID === null || row.responsibleID === 0 ? 1 : row.responsibleID;
  const queue = catalogue.queues.byID(row.queueID);
  const service = row.serviceID === null ? undefined : catalogue.services.byID(row.serviceID);
  const agreement = row.slaID === null ? undefined : catalogue.serviceLevelAgreements.byID(row.slaID);
  return {
    QueueID: row.queueID,
    Queue: queue?.name ?? '',
    GroupID: queue?.groupID ?? 0,
    StateID: row.stateID,
    State: catalogue.states.byID(row.stateID)?.name ?? '',
    PriorityID: row.priorityID,
    Priority: catalogue.priorities.byID(row.priorityID)?.name ?? '',
    LockID: row.lockID,
    Lock: catalogue.locks.byID(row.lockID)?.name ?? '',
    TypeID: typeID,
    Type: catalogue.types.byID(typeID)?.name ?? '',
    ServiceID: row.serviceID ?? '',
    ...(service === undefined ? {} : { Service: service.name }),
    SLAID: row.slaID ?? '',
    ...(agreement === undefined ? {} : { SLA: agreement.name }),
    OwnerID: row.ownerID,
    Owner: directory.agentByID(row.ownerID)?.login ?? '',
    ResponsibleID: responsibleID,
    Responsible: directory.agentByID(responsibleID)?.login ?? '',
  };
}

function presentTimes(row: TicketRow, { catalogue, settings, now, zone }: TicketFieldSources): Data {
  const targets = escalationTargetsOf({ queueID: row.queueID, slaID: row.slaID ?? undefined }, { catalogue, settings });
  return presentEscalation({
    times: {
      escalationTime: row.escalationTime,
      updateTime: row.escalationUpdateTime,
      responseTime: row.escalationResponseTime,
      solutionTime: row.escalationSolutionTime,
    },
    stateType: catalogue.states.byID(row.stateID)?.typeName ?? '',
    targets,
    calendar: readWorkingCalendar(settings, targets?.calendar ?? ''),
    now: epochOf(now),
    zone,
  });
}
