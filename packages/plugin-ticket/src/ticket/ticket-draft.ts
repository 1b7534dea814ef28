import type { HostAnswers } from '@ticketgate/database/postgres';
import type { Directory, Settings, Tables } from '@ticketgate/sdk';

import type { Catalogue } from '../catalogue/catalogue.js';
import type { DynamicFieldWrite } from '../dynamic-fields/plan-writes.js';
import { cutText } from '../request/family-values.js';
import type { HistoryEntry } from './history/history.js';
import type { TicketColumns } from './ticket-row.js';

/** A row of `ticket_history` that is going to be written, with what the ticket was when it was recorded. */
export interface DraftedHistory extends HistoryEntry {
  /** True for rows of the article that is written with them. */
  readonly isOfArticle: boolean;
  /** The value of a dynamic field that it tells of. */
  readonly fieldWrite: DynamicFieldWrite | undefined;
  /** The ticket before the change that it tells of. */
  readonly before: TicketColumns;
  readonly userID: number;
  readonly queueID: number;
  readonly ownerID: number;
  readonly priorityID: number;
  readonly stateID: number;
  readonly typeID: number;
}

/** The data that changes are checked and named with. */
export interface ChangeRules {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly settings: Settings;
  readonly tables: Tables;
  readonly answers: HostAnswers;
  /** The system's time zone. */
  readonly zone: string;
}

/** Options of {@link TicketDraft.record}. */
export interface RecordOptions {
  readonly isOfArticle?: boolean;
  readonly fieldWrite?: DynamicFieldWrite;
  /** Default: the acting user. */
  readonly userID?: number;
}

/** Characters that `ticket_history.name` holds. */
const NAME_LENGTH = 200;

/**
 * A ticket while its changes are worked out, in memory. Changes are asked for by comparison with `before`, the ticket as it was when
 * the request began, even when earlier changes of the same request had consequences (`docs/compatibility.md`).
 */
export class TicketDraft {
  readonly before: TicketColumns;
  /** Seconds since 1970. */
  readonly now: number;
  /** The acting user; for customers `CustomerPanelUserID`. */
  readonly userID: number;
  #changedBy: number | undefined;
  #columns: TicketColumns;
  #beforeChange: TicketColumns;
  readonly #history: DraftedHistory[] = [];

  constructor(before: TicketColumns, moment: { now: number; userID: number }) {
    this.before = before;
    this.now = moment.now;
    this.userID = moment.userID;
    this.#columns = before;
    this.#beforeChange = before;
  }

  /** With all changes so far. */
  get columns(): TicketColumns {
    return this.#columns;
  }

  /** The user who changed the ticket last; undefined before the first change. */
  get changedBy(): number | undefined {
    return this.#changedBy;
  }

  get history(): readonly DraftedHistory[] {
    return this.#history;
  }

  change(columns: Partial<TicketColumns>, userID = this.userID): void {
    this.#beforeChange = this.#columns;
    this.#columns = { ...this.#columns, ...columns };
    this.#changedBy = userID;
  }

  record(
    { type, name }: HistoryEntry,
    { isOfArticle = false, fieldWrite, userID = this.userID }: RecordOptions = {},
  ): void {
    const { queueID, ownerID, priorityID, stateID, typeID } = this.columns;
    const snapshot = { queueID, ownerID, priorityID, stateID, typeID: typeID ?? 1 };
    const before = this.#beforeChange;
    this.#history.push({
      type,
      name: cutText(name, NAME_LENGTH),
      isOfArticle,
      fieldWrite,
      before,
      userID,
      ...snapshot,
    });
  }
}
