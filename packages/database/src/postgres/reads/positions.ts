/** Transactions as a snapshot of the primary shows them. */
export interface Snapshot {
  /** The first transaction that had not begun to show its writes, nor any after it. */
  readonly next: number;
  /** Those before it that had not ended. */
  readonly running: readonly number[];
}

/** What the primary said to a question (ADR 39). */
export interface PrimaryState {
  /** The history that its log belongs to: each promotion begins another one. */
  readonly history: string;
  /** The byte of its log before which all is that it had acknowledged. */
  readonly position: number;
  readonly snapshot: Snapshot;
  /** When the question was sent, in milliseconds of this process. */
  readonly askedAt: number;
}

/** How far a server has replayed the log of its primary. */
export interface Reached {
  /** The newest history in its tables. */
  readonly history: string | null;
  /** Null if it is not a standby, or not any more. */
  readonly position: number | null;
}

/** What a standby says of itself on the connection of a statement, after it. */
export interface StandbyState extends Reached {
  /** Its snapshot, with at least those running transactions that it was asked about. */
  readonly snapshot: Snapshot;
}

/** Whether a server has replayed all that the primary had acknowledged. Positions in different histories say nothing of each other. */
export function hasReached(
  { history, position }: Reached,
  primary: Pick<PrimaryState, 'history' | 'position'>,
): boolean {
  return history === primary.history && position !== null && position >= primary.position;
}

/** Whether a statement that ran at a standby between two answers has seen all that the primary had acknowledged. */
export function hasSeen(primary: PrimaryState, before: Reached, after: StandbyState): boolean {
  return hasReached(before, primary) && hasReached(after, primary);
}

/** Whether the primary shows everything that a standby has shown: a standby may show a commit before its primary does. */
export function showsAll({ history, snapshot }: PrimaryState, standby: StandbyState): boolean {
  const shown = standby.snapshot;
  if (history !== standby.history || shown.next > snapshot.next) return false;
  return snapshot.running.every((id) => id >= shown.next || shown.running.includes(id));
}

/** Reads `xmin:xmax:xip,xip,…`. */
export function parseSnapshot(text: string): Snapshot {
  const [, next = '', running = ''] = text.split(':');
  return { next: Number(next), running: running === '' ? [] : running.split(',').map(Number) };
}
