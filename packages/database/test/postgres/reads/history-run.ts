import type { Database } from '@ticketgate/sdk';

import type { Consistency, Standbys } from '../../../src/postgres/reads/standbys.js';
import { READ, SimulatedCluster } from './simulated-cluster.js';
import type { LogRecord, SimulatedServer } from './simulated-servers.js';

/** What happens next; `pick` says to whom. */
export interface Step {
  readonly kind:
    | 'message'
    | 'messages'
    | 'write'
    | 'advance'
    | 'wholeWrite'
    | 'read'
    | 'wholeRead'
    | 'receive'
    | 'replay'
    | 'pause'
    | 'look'
    | 'crash'
    | 'promote'
    | 'rewind';
  readonly pick: number;
}

export interface HistoryOptions {
  readonly consistency: Consistency;
  /** Whether a commit is shown, and acknowledged, once a standby has it, which is then the one to be promoted. */
  readonly isSynchronous: boolean;
  /** Whether a commit is acknowledged before it is flushed. */
  readonly acknowledgesEarly: boolean;
}

interface Write {
  readonly server: SimulatedServer;
  readonly incarnation: number;
  readonly id: number;
  readonly fact: number;
  readonly caller: Caller;
  commit: LogRecord | undefined;
  position: number;
}

interface Read {
  readonly timeline: number;
}

/** Someone who does one thing at a time, through any gateway. */
interface Caller {
  isBusy: boolean;
  readonly seen: Set<number>;
}

/** Runs one history, and checks what each read shows. */
export class HistoryRun {
  readonly #cluster: SimulatedCluster;
  readonly #options: HistoryOptions;
  readonly #callers: readonly Caller[] = [1, 2, 3].map(() => ({ isBusy: false, seen: new Set() }));
  readonly #writes: Write[] = [];
  readonly #reads = new Set<Read>();
  /** What was acknowledged to anybody, and what a crash or a promotion has lost of all that there was. */
  readonly #acknowledged = new Set<number>();
  readonly #lost = new Set<number>();
  #facts = 0;
  #timelines = 1;
  #synchronous: SimulatedServer | undefined;
  /** What went wrong. */
  readonly mistakes: string[] = [];
  /** Reads that ended. */
  reads = 0;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#cluster = new SimulatedCluster(options.consistency);
    this.#synchronous = options.isSynchronous ? this.#cluster.servers[1] : undefined;
  }

  get fallbacks(): readonly string[] {
    return this.#cluster.gateways.flatMap(({ fallbacks }) =>
      [...fallbacks].flatMap(([reason, count]) => Array<string>(count).fill(reason)),
    );
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const gateway of this.#cluster.gateways) void gateway.look();
    await this.#settle(1000);
    for (const step of steps) await this.#take(step);
    await this.#settle(2000);
    if (this.#reads.size > 0) this.mistakes.push('a read did not end');
  }

  /** Goes on without further faults until nothing waits. */
  async #settle(most: number): Promise<void> {
    await turn();
    for (let count = 0; count < most && this.#cluster.turns.count > 0; count += 1) {
      this.#cluster.turns.take(0);
      for (const server of this.#cluster.servers) {
        server.receive();
        server.replay(1);
      }
      await turn();
    }
  }

  async #take({ kind, pick }: Step): Promise<void> {
    this.#steps[kind](pick);
    await turn();
    if (kind === 'messages' || kind === 'wholeRead') await this.#deliver(kind === 'messages' ? pick % 16 : 40);
  }

  readonly #steps: Readonly<Record<Step['kind'], (pick: number) => void>> = {
    message: (pick) => {
      if (this.#cluster.turns.count > 0) this.#cluster.turns.take(pick);
    },
    messages: () => undefined,
    write: (pick) => {
      this.#beginWrite(pick);
    },
    advance: (pick) => {
      this.#advance(pick % this.#writes.length);
    },
    wholeWrite: (pick) => {
      this.#beginWrite(pick);
      for (let count = 0; count < 3; count += 1) this.#advance(this.#writes.length - 1);
    },
    read: (pick) => {
      this.#beginRead(pick);
    },
    wholeRead: (pick) => {
      this.#beginRead(pick);
    },
    receive: (pick) => {
      this.#serverAt(pick).receive();
    },
    replay: (pick) => {
      this.#serverAt(pick).replay(1 + (pick % 3));
    },
    pause: (pick) => {
      const server = this.#serverAt(pick);
      server.isPaused = !server.isPaused;
    },
    look: (pick) => {
      void this.#gatewayAt(pick).look();
    },
    crash: () => {
      this.#crash();
    },
    promote: (pick) => {
      this.#promote(this.#serverAt(pick));
    },
    rewind: (pick) => {
      this.#rewind(this.#serverAt(pick));
    },
  };

  #serverAt(pick: number): SimulatedServer {
    return at(this.#cluster.servers, pick);
  }

  #gatewayAt(pick: number): Standbys {
    return at(this.#cluster.gateways, pick);
  }

  /** Messages in their order. */
  async #deliver(most: number): Promise<void> {
    for (let count = 0; count < most && this.#cluster.turns.count > 0; count += 1) {
      this.#cluster.turns.take(0);
      await turn();
    }
  }

  #beginWrite(pick: number): void {
    const { primary } = this.#cluster;
    const caller = at(this.#callers, pick);
    if (primary === undefined || caller.isBusy || this.#isUnnamedWhileReading(primary)) return;
    caller.isBusy = true;
    const { incarnation } = primary;
    const id = primary.begin();
    const fact = (this.#facts += 1);
    this.#writes.push({ server: primary, incarnation, id, fact, caller, commit: undefined, position: 0 });
  }

  /** ADR 39: a commit of a timeline that has no name yet must not meet a read that began with the timeline before. */
  #isUnnamedWhileReading(primary: SimulatedServer): boolean {
    const isNamed = primary.shown.histories.at(-1)?.timeline === primary.timeline;
    return !isNamed && [...this.#reads].some(({ timeline }) => timeline !== primary.timeline);
  }

  /** Inserts its commit, flushes it, shows and acknowledges it. */
  #advance(index: number): void {
    const write = this.#writes[index];
    if (write === undefined) return;
    const { server, incarnation, id, fact } = write;
    if (server.role !== 'primary' || server.incarnation !== incarnation) this.#endWrite(index);
    else if (write.commit === undefined) {
      write.commit = { kind: 'commit', id, fact };
      server.write(write.commit);
      write.position = server.log.length;
    } else if (server.flushed < write.position && !this.#options.acknowledgesEarly) server.flush();
    else if (this.#isReplicated(write)) {
      server.show(write.commit);
      this.#acknowledged.add(fact);
      this.#endWrite(index);
    }
  }

  #isReplicated({ server, position }: Write): boolean {
    const standby = this.#synchronous;
    return standby === undefined || (standby.canFollow(server) && standby.log.length >= position);
  }

  #endWrite(index: number): void {
    for (const { caller } of this.#writes.splice(index, 1)) caller.isBusy = false;
  }

  #beginRead(pick: number): void {
    const caller = at(this.#callers, pick);
    if (!caller.isBusy) void this.#read(caller, this.#gatewayAt(pick >> 3).reader());
  }

  /** A request with two statements. */
  async #read(caller: Caller, database: Database): Promise<void> {
    const { primary } = this.#cluster;
    caller.isBusy = true;
    const read: Read = { timeline: primary?.timeline ?? 0 };
    this.#reads.add(read);
    const visible = this.#options.consistency === 'strict' ? (primary?.shown.facts ?? []) : [];
    const needed = new Set([...caller.seen, ...this.#acknowledged, ...visible]);
    try {
      for (let count = 0; count < 2; count += 1)
        this.#check(caller, needed, await database.query<{ fact: number }>(READ));
      this.reads += 1;
    } catch {
      // There is no primary: it fails as it would without standbys.
    }
    this.#reads.delete(read);
    caller.isBusy = false;
  }

  #check(caller: Caller, needed: Set<number>, rows: readonly { readonly fact: number }[]): void {
    const facts = new Set(rows.map(({ fact }) => fact));
    for (const fact of needed)
      if (!facts.has(fact) && !this.#lost.has(fact))
        this.mistakes.push(`${caller.seen.has(fact) ? 'a step back' : 'a stale read'}: ${fact} is missing`);
    const shown = this.#cluster.primary?.shown.facts ?? facts;
    for (const fact of facts) {
      if (!shown.has(fact) && !this.#lost.has(fact))
        this.mistakes.push(`a step back: the primary does not show ${fact} yet`);
      needed.add(fact);
      caller.seen.add(fact);
    }
  }

  /** After a crash, PostgreSQL shows commits that had waited for a standby at once. That is its own loss, so here they have arrived. */
  #crash(): void {
    this.#synchronous?.receive();
    this.#losing(() => {
      this.#cluster.primary?.crash();
    });
  }

  /** The primary dies, and a standby goes on. */
  #promote(server: SimulatedServer): void {
    const { primary, servers } = this.#cluster;
    if (primary === undefined) return;
    const isFit = !this.#options.isSynchronous || (server === this.#synchronous && server.canFollow(primary));
    if (server.role !== 'standby' || !isFit) return;
    this.#losing(() => {
      primary.die();
      server.promote((this.#timelines += 1));
      for (const other of servers) if (other.role === 'standby') other.upstream = server;
    });
    this.#synchronous = undefined;
    this.#chooseSynchronous();
  }

  #rewind(server: SimulatedServer): void {
    const { primary } = this.#cluster;
    if (primary === undefined || !isAstray(server, primary)) return;
    server.rewind(primary);
    this.#chooseSynchronous();
  }

  /** The standby that commits wait for begins with all that there is. */
  #chooseSynchronous(): void {
    if (!this.#options.isSynchronous) return;
    this.#synchronous ??= this.#cluster.servers.find(({ role }) => role === 'standby');
    this.#synchronous?.receive();
  }

  #losing(fault: () => void): void {
    fault();
    const kept = new Set(this.#cluster.primary?.shown.facts);
    const { servers } = this.#cluster;
    const all = [...this.#acknowledged, ...servers.flatMap(({ shown }) => [...shown.facts])];
    for (const fact of all) if (!kept.has(fact)) this.#lose(fact);
  }

  #lose(fact: number): void {
    this.#lost.add(fact);
    const wasSeen = this.#callers.some(({ seen }) => seen.has(fact));
    if (this.#options.isSynchronous && wasSeen) this.mistakes.push(`a read showed ${fact}, which was lost`);
  }
}

function at<Item>(items: readonly Item[], pick: number): Item {
  const item = items[pick % items.length];
  if (item === undefined) throw new Error('There are none.');
  return item;
}

function isAstray(server: SimulatedServer, primary: SimulatedServer): boolean {
  return server.role === 'dead' || (server.role === 'standby' && !server.canFollow(primary));
}

/** Until all that follows from a message has happened. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
