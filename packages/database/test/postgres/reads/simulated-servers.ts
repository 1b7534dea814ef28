/** What a log consists of. Numbers of transactions come again after a crash or a promotion, facts never do. */
export type LogRecord =
  | { readonly kind: 'begin' | 'abort'; readonly id: number }
  | { readonly kind: 'commit'; readonly id: number; readonly fact?: number; readonly name?: string };

interface History {
  readonly timeline: number;
  readonly name: string;
}

/** What a server shows after the records that it has applied. */
class Shown {
  readonly facts = new Set<number>();
  readonly running = new Set<number>();
  readonly histories: History[] = [];
  #ended = 0;

  apply(record: LogRecord, timeline: number): void {
    if (record.kind === 'begin') this.running.add(record.id);
    else this.end(record, timeline);
  }

  end(record: LogRecord, timeline: number): void {
    this.running.delete(record.id);
    this.#ended = Math.max(this.#ended, record.id);
    if (record.kind !== 'commit') return;
    if (record.fact !== undefined) this.facts.add(record.fact);
    if (record.name !== undefined) this.histories.push({ timeline, name: record.name });
  }

  /** The first transaction after all that have ended. */
  get next(): number {
    return this.#ended + 1;
  }

  /** Those that a snapshot names. */
  get runningBelowNext(): readonly number[] {
    return [...this.running].filter((id) => id < this.next);
  }
}

/** A PostgreSQL that is only as true as reads from standbys need: a log, what is flushed, replayed and shown, timelines, crashes. */
export class SimulatedServer {
  readonly name: string;
  role: 'primary' | 'standby' | 'dead' = 'standby';
  timeline = 1;
  log: LogRecord[] = [];
  /** The timeline of each record. */
  #timelines: number[] = [];
  flushed = 0;
  replayed = 0;
  isPaused = false;
  upstream: SimulatedServer | undefined;
  shown = new Shown();
  /** Connections to earlier ones are lost. */
  incarnation = 0;
  #nextId = 1;

  constructor(name: string) {
    this.name = name;
  }

  write(record: LogRecord): void {
    this.log.push(record);
    this.#timelines.push(this.timeline);
  }

  begin(): number {
    const id = this.#nextId++;
    this.write({ kind: 'begin', id });
    this.shown.running.add(id);
    return id;
  }

  flush(): void {
    this.flushed = this.log.length;
  }

  show(record: LogRecord): void {
    this.shown.end(record, this.timeline);
  }

  /** Copies what the server before it has flushed, or replayed if it is a standby itself. */
  receive(): void {
    const { upstream } = this;
    if (this.role !== 'standby' || upstream === undefined || upstream.role === 'dead') return;
    if (!this.canFollow(upstream)) return;
    const end = upstream.role === 'primary' ? upstream.flushed : upstream.replayed;
    for (let index = this.log.length; index < end; index += 1) this.#copy(upstream, index);
    this.flushed = this.log.length;
  }

  replay(count: number): void {
    if (this.role !== 'standby' || this.isPaused) return;
    const end = Math.min(this.log.length, this.replayed + count);
    for (; this.replayed < end; this.replayed += 1) this.#applyAt(this.replayed);
  }

  /** Goes on with a log of its own; what it has not replayed is gone. */
  promote(timeline: number): void {
    this.isPaused = false;
    this.replay(Infinity);
    this.role = 'primary';
    this.upstream = undefined;
    this.log.length = this.replayed;
    this.#timelines.length = this.replayed;
    this.timeline = timeline;
    this.#nextId = Math.max(0, ...this.log.map(({ id }) => id)) + 1;
    for (const id of [...this.shown.running]) this.#abort(id);
    this.flush();
  }

  /** Loses what is not flushed, and goes on. */
  crash(): void {
    this.incarnation += 1;
    this.#keep(this.flushed);
    this.#nextId = Math.max(0, ...this.log.map(({ id }) => id)) + 1;
    for (const id of [...this.shown.running]) this.#abort(id);
    this.flush();
  }

  /** Becomes a standby of another server, with as much of its own log as that has, too. */
  rewind(upstream: SimulatedServer): void {
    this.incarnation += 1;
    this.role = 'standby';
    this.upstream = upstream;
    this.isPaused = false;
    let same = 0;
    while (same < this.log.length && this.#isSameAt(upstream, same)) same += 1;
    this.#keep(same);
    this.flushed = same;
  }

  die(): void {
    this.incarnation += 1;
    this.role = 'dead';
  }

  /** Whether it can go on from where it is with the log of another server. */
  canFollow(other: SimulatedServer): boolean {
    const last = this.log.length - 1;
    return last < other.log.length && (last === -1 || this.#isSameAt(other, last));
  }

  #abort(id: number): void {
    const record: LogRecord = { kind: 'abort', id };
    this.write(record);
    this.show(record);
  }

  #keep(count: number): void {
    this.log.length = count;
    this.#timelines.length = count;
    this.shown = new Shown();
    for (this.replayed = 0; this.replayed < count; this.replayed += 1) this.#applyAt(this.replayed);
  }

  #applyAt(index: number): void {
    const record = this.log[index];
    if (record !== undefined) this.shown.apply(record, this.#timelines[index] ?? 0);
  }

  #copy(from: SimulatedServer, index: number): void {
    const record = from.log[index];
    if (record === undefined) return;
    this.log.push(record);
    this.#timelines.push(from.#timelines[index] ?? 0);
  }

  #isSameAt(other: SimulatedServer, index: number): boolean {
    return this.log[index] === other.log[index];
  }
}
