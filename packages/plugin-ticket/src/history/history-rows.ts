import type { Catalogue } from '../catalogue/catalogue.js';
import { cutText } from '../values.js';

/** The values of a ticket that each history row keeps. */
export interface HistorySnapshot {
  readonly typeID: number;
  readonly queueID: number;
  readonly ownerID: number;
  readonly priorityID: number;
  readonly stateID: number;
}

/** A row of `ticket_history` before it is written. */
export interface HistoryRow extends HistorySnapshot {
  readonly historyTypeID: number;
  /** At most 200 characters. */
  readonly name: string;
  /** Whether the row belongs to the article that is written with it. */
  readonly hasArticle: boolean;
}

const NAME_LENGTH = 200;
const UNLOCK_RESET = 'Reset of unlock time.';

/** Collects the history of a write, in order. */
export class HistoryRows {
  readonly rows: HistoryRow[] = [];
  readonly #catalogue: Catalogue;
  #isUnlockTimeReset = false;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
  }

  /** `type` is a name of `ticket_history_type`. */
  add(type: string, name: string, at: { readonly snapshot: HistorySnapshot; readonly hasArticle?: boolean }): void {
    const historyTypeID = this.#catalogue.historyTypes.byName(type)?.id;
    if (historyTypeID === undefined) throw new Error(`The history type "${type}" is missing in ticket_history_type.`);
    const { typeID, queueID, ownerID, priorityID, stateID } = at.snapshot;
    const hasArticle = at.hasArticle ?? false;
    const entry = {
      historyTypeID,
      name: cutText(name, NAME_LENGTH),
      hasArticle,
      typeID,
      queueID,
      ownerID,
      priorityID,
      stateID,
    };
    this.rows.push(entry);
  }

  /** Whether the time until a lock runs out began anew; that is told once, since all of a write happens in one second. */
  get isUnlockTimeReset(): boolean {
    return this.#isUnlockTimeReset;
  }

  addUnlockReset(snapshot: HistorySnapshot): void {
    if (this.#isUnlockTimeReset) return;
    this.#isUnlockTimeReset = true;
    this.add('Misc', UNLOCK_RESET, { snapshot });
  }
}
