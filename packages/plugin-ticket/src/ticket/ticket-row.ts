import type { EscalationTimes } from '../escalation/escalation-times.js';

/** Characters that `ticket.customer_id` holds in every system. */
export const CUSTOMER_ID_LENGTH = 150;
/** Characters that `ticket.customer_user_id` holds in every system; hosts may have more. */
export const CUSTOMER_USER_LENGTH = 191;

/** The columns of `ticket` that a write may change. */
export interface TicketColumns {
  readonly title: string | null;
  readonly queueID: number;
  readonly lockID: number;
  readonly typeID: number | null;
  readonly serviceID: number | null;
  readonly slaID: number | null;
  readonly ownerID: number;
  /** Old tickets have none; see {@link responsibleOf}. */
  readonly responsibleID: number | null;
  readonly priorityID: number;
  readonly stateID: number;
  readonly customerID: string | null;
  readonly customerUserID: string | null;
  /** When the lock began to run out: seconds since 1970. */
  readonly timeout: number;
  /** The pending time: seconds since 1970, 0 for none. */
  readonly untilTime: number;
  readonly archiveFlag: number;
}

/** A row of `ticket`, with what its permissions depend on. Timestamps are `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
export interface TicketRow extends TicketColumns, EscalationTimes {
  readonly id: number;
  readonly number: string;
  readonly created: string;
  readonly createBy: number;
  readonly changed: string;
  readonly changeBy: number;
  /** Agents who watch the ticket. */
  readonly watcherIDs: readonly number[];
  /** Agents in its history, where they were asked for. */
  readonly involvedIDs: readonly number[];
}

/** The responsible agent's id; tickets without one belong to the first agent. */
export function responsibleOf({ responsibleID }: Pick<TicketColumns, 'responsibleID'>): number {
  return responsibleID === null || responsibleID === 0 ? 1 : responsibleID;
}
