/** A snapshot of the primary's transactions. */
export interface Snapshot {
  /** The first transaction whose writes, like those of all later ones, are invisible. */
  readonly next: number;
  /** Earlier transactions that had not ended. */
  readonly running: readonly number[];
}

/** The primary's answer to a question (ADR 39). */
export interface PrimaryState {
  /** The history of its log: each promotion begins another one. */
  readonly history: string;
  /** The position in its log, in bytes, up to which it contains everything that was acknowledged. */
  readonly position: number;
  readonly snapshot: Snapshot;
  /** When the question was sent, in milliseconds of this process. */
  readonly askedAt: number;
}

/** How far a server has replayed the log of its primary. */
export interface Reached {
  /** The newest history in its tables. */
  readonly history: string | null;
  /** Null if it is not, or no longer, a standby. */
  readonly position: number | null;
}

/** A standby's answer on the connection of a statement, after that statement. */
export interface StandbyState extends Reached {
  /** The first transaction after all that had ended there. */
  readonly next: number;
}

/** Whether a server has replayed everything that the primary had acknowledged. Positions in different histories cannot be compared. */
export function hasReached(
  { history, position }: Reached,
  primary: Pick<PrimaryState, 'history' | 'position'>,
): boolean {
  return history === primary.history && position !== null && position >= primary.position;
}

/** Whether a statement that ran on a standby between two answers has seen everything that the primary had acknowledged. */
export function hasSeen(primary: PrimaryState, before: Reached, after: StandbyState): boolean {
  return hasReached(before, primary) && hasReached(after, primary);
}

/**
 * The transactions that a standby may have shown though the primary has them running: a standby may show a commit before its primary does.
 * Undefined if there may be others that the primary does not show.
 */
export function findDoubtful({ history, snapshot }: PrimaryState, shown: StandbyState): readonly number[] | undefined {
  if (history !== shown.history || shown.next > snapshot.next) return undefined;
  return snapshot.running.filter((id) => id < shown.next);
}

/** Reads `xmin:xmax:xip,xip,…`. */
export function parseSnapshot(text: string): Snapshot {
  const [, next = '', running = ''] = text.split(':');
  return { next: Number(next), running: running === '' ? [] : running.split(',').map(Number) };
}
