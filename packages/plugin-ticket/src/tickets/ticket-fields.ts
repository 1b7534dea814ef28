import type { Data, Directory, Settings } from '@ticketgate/sdk';

import type { Catalogue, CatalogueEntry, Entries } from '../catalogue/catalogue.js';
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
export function presentTicket(row: TicketRow, sources: TicketFieldSources): Record<string, unknown> {
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

function presentNames(row: TicketRow, sources: TicketFieldSources): Data {
  const { catalogue } = sources;
  const typeID = row.typeID ?? 1;
  return {
    QueueID: row.queueID,
    Queue: nameOf(catalogue.queues, row.queueID),
    GroupID: catalogue.queues.byID(row.queueID)?.groupID ?? 0,
    StateID: row.stateID,
    State: nameOf(catalogue.states, row.stateID),
    PriorityID: row.priorityID,
    Priority: nameOf(catalogue.priorities, row.priorityID),
    LockID: row.lockID,
    Lock: nameOf(catalogue.locks, row.lockID),
    TypeID: typeID,
    Type: nameOf(catalogue.types, typeID),
    ...presentServices(row, sources),
    ...presentPeople(row, sources),
  };
}

function nameOf(entries: Entries<CatalogueEntry>, id: number): string {
  return entries.byID(id)?.name ?? '';
}

/** The ids are empty texts and the names absent where there is none. */
function presentServices({ serviceID, slaID }: TicketRow, { catalogue }: TicketFieldSources): Data {
  const service = serviceID === null ? undefined : catalogue.services.byID(serviceID);
  const agreement = slaID === null ? undefined : catalogue.serviceLevelAgreements.byID(slaID);
  return {
    ServiceID: serviceID ?? '',
    ...(service === undefined ? {} : { Service: service.name }),
    SLAID: slaID ?? '',
    ...(agreement === undefined ? {} : { SLA: agreement.name }),
  };
}

function presentPeople({ ownerID, responsibleID }: TicketRow, { directory }: TicketFieldSources): Data {
  // Tickets of old have no responsible agent.
  const responsible = responsibleID === null || responsibleID === 0 ? 1 : responsibleID;
  return {
    OwnerID: ownerID,
    Owner: directory.agentByID(ownerID)?.login ?? '',
    ResponsibleID: responsible,
    Responsible: directory.agentByID(responsible)?.login ?? '',
  };
}

function presentTimes(row: TicketRow, { catalogue, settings, now, zone }: TicketFieldSources): Data {
  const targets = escalationTargetsOf({ queueID: row.queueID, slaID: row.slaID ?? undefined }, { catalogue, settings });
  if (targets === undefined) return {};
  return presentEscalation({
    times: {
      escalationTime: row.escalationTime,
      updateTime: row.escalationUpdateTime,
      responseTime: row.escalationResponseTime,
      solutionTime: row.escalationSolutionTime,
    },
    stateType: catalogue.states.byID(row.stateID)?.typeName ?? '',
    targets,
    calendar: readWorkingCalendar(settings, targets.calendar),
    now: epochOf(now),
    zone,
  });
}
