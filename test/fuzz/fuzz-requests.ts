import { gather, pickAttempt, type Surroundings } from './attempts.js';
import type { Finding } from './finding.js';
import type { FuzzServer } from './fuzz-server.js';
import { Random } from './random.js';
import { memoryOf, Watch, type Stall } from './watch.js';

/** Requests that are under way at a time. */
const LANES = 8;
const SESSION_MILLISECONDS = 3000;
const KEPT_FINDINGS = 200;

export interface RequestOptions {
  readonly seed: number;
  /** Ends after so many requests, or so many seconds, whatever comes first. */
  readonly count: number;
  readonly seconds: number;
}

export interface RequestOutcome {
  readonly sent: number;
  readonly findings: readonly Finding[];
  readonly stall: Stall;
  /** Bytes of resident memory after the first fifth, and at the end. */
  readonly memory: { readonly before: number; readonly after: number };
}

/** Sends requests that are wrong in all ways, and looks at what becomes of the server. The same seed makes the same requests. */
export async function fuzzRequests(server: FuzzServer, options: RequestOptions): Promise<RequestOutcome> {
  let session = await server.login();
  const surroundings = await gather(server, () => session);
  const watch = new Watch(server, () => [...surroundings.underWay]);
  // Some requests end the session.
  const renewal = setInterval(() => {
    server.login().then(
      (next) => (session = next === '' ? session : next),
      () => undefined,
    );
  }, SESSION_MILLISECONDS);
  try {
    const run = new Run(surroundings, options);
    await Promise.all(Array.from({ length: LANES }, (_, lane) => run.drive(new Random(options.seed * LANES + lane))));
    return { sent: run.sent, findings: run.findings, stall: watch.worst, memory: run.memory() };
  } finally {
    clearInterval(renewal);
    await watch.stop();
  }
}

class Run {
  readonly findings: Finding[] = [];
  readonly #surroundings: Surroundings;
  readonly #options: RequestOptions;
  readonly #end: number;
  readonly #began = performance.now();
  sent = 0;
  #memoryBefore = 0;

  constructor(surroundings: Surroundings, options: RequestOptions) {
    this.#surroundings = surroundings;
    this.#options = options;
    this.#end = performance.now() + options.seconds * 1000;
  }

  async drive(random: Random): Promise<void> {
    const { server } = this.#surroundings;
    while (this.sent < this.#options.count && performance.now() < this.#end) {
      this.sent += 1;
      const finding = await pickAttempt(random).run(random, this.#surroundings);
      if (finding !== undefined && this.findings.length < KEPT_FINDINGS) this.findings.push(finding);
      if (this.#memoryBefore === 0 && this.#isWarm()) this.#memoryBefore = memoryOf(server.pid);
      if (!server.hasEnded) continue;
      this.findings.push({
        fault: 'the server has ended',
        input: [...this.#surroundings.underWay],
        log: server.tail(),
      });
      return;
    }
  }

  /** After a fifth: the server has grown to what it needs. */
  #isWarm(): boolean {
    const { count, seconds } = this.#options;
    return this.sent > count / 5 || performance.now() - this.#began > seconds * 200;
  }

  memory(): RequestOutcome['memory'] {
    const after = memoryOf(this.#surroundings.server.pid);
    return { before: this.#memoryBefore === 0 ? after : this.#memoryBefore, after };
  }
}
