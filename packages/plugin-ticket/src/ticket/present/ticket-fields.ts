import { epochOf, epochOfTimestamp, systemTimeZone, type Data, type Directory, type Settings } from '@ticketgate/sdk';

import type { Catalogue, CatalogueEntry, Entries } from '../../catalogue/catalogue.js';
import { escalationTargetsOf } from '../../escalation/escalation-targets.js';
import { presentEscalation } from '../../escalation/present-escalation.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import type { Moment } from '../../time/moment.js';
import { readWorkingCalendar } from '../../time/working-calendar.js';
import { responsibleOf, type TicketRow } from '../ticket-row.js';

export interface TicketFieldSources extends Moment {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly settings: Settings;
}

/** Cached data for presenting tickets. */
export async function ticketFieldSources(context: TicketContext): Promise<TicketFieldSources> {
  const { accounts, services, settings } = context;
  const [catalogue, directory] = await Promise.all([services.catalogue.current(), accounts.directory()]);
  return { catalogue, directory, settings, now: context.now(), zone: systemTimeZone(settings) };
}

/** The members of a ticket that every reader gets (`docs/compatibility.md`), without `TimeUnit`. */
export function presentTicket(row: TicketRow, sources: TicketFieldSources): Record<string, unknown> {
  const { catalogue } = sources;
  const ticket = presentColumns(row, sources);
  const service = row.serviceID === null ? undefined : catalogue.services.byID(row.serviceID);
  const agreement = row.slaID === null ? undefined : catalogue.serviceLevelAgreements.byID(row.slaID);
  if (service !== undefined) ticket.Service = service.name;
  if (agreement !== undefined) ticket.SLA = agreement.name;
  return Object.assign(ticket, presentTimes(row, sources));
}

/** A single literal: objects that grow member by member take several times as long. */
function presentColumns(
  row: TicketRow,
  { catalogue, directory, now, zone }: TicketFieldSources,
): Record<string, unknown> {
  const epoch = epochOf(now);
  const typeID = row.typeID ?? 1;
  const responsibleID = responsibleOf(row);
  return {
    TicketID: row.id,
    TicketNumber: row.number,
    Title: row.title,
    QueueID: row.queueID,
    Queue: nameOf(catalogue.queues, row.queueID),
    GroupID: groupOf(row, catalogue),
    StateID: row.stateID,
    State: nameOf(catalogue.states, row.stateID),
    PriorityID: row.priorityID,
    Priority: nameOf(catalogue.priorities, row.priorityID),
    LockID: row.lockID,
    Lock: nameOf(catalogue.locks, row.lockID),
    TypeID: typeID,
    Type: nameOf(catalogue.types, typeID),
    ServiceID: orEmpty(row.serviceID),
    SLAID: orEmpty(row.slaID),
    OwnerID: row.ownerID,
    Owner: loginOf(row.ownerID, directory),
    ResponsibleID: responsibleID,
    Responsible: loginOf(responsibleID, directory),
    StateType: catalogue.states.byID(row.stateID)?.typeName ?? '',
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
    EscalationUpdateTime: row.updateTime,
    EscalationResponseTime: row.responseTime,
    EscalationSolutionTime: row.solutionTime,
  };
}

function nameOf(entries: Entries<CatalogueEntry>, id: number): string {
  return entries.byID(id)?.name ?? '';
}

function groupOf({ queueID }: TicketRow, { queues }: Catalogue): number {
  return queues.byID(queueID)?.groupID ?? 0;
}

function loginOf(id: number, directory: Directory): string {
  return directory.agentByID(id)?.login ?? '';
}

/** A missing id is an empty text. */
function orEmpty(id: number | null): number | '' {
  return id ?? '';
}

function presentTimes(row: TicketRow, { catalogue, settings, now, zone }: TicketFieldSources): Data {
  const targets = escalationTargetsOf(row, { catalogue, settings });
  if (targets === undefined) return {};
  return presentEscalation({
    times: row,
    stateType: catalogue.states.byID(row.stateID)?.typeName ?? '',
    targets,
    calendar: readWorkingCalendar(settings, targets.calendar),
    now: epochOf(now),
    zone,
  });
}
