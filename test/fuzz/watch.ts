import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const INTERVAL_MILLISECONDS = 15;
const MILLISECONDS_PER_TICK = 10;

/** A server in a process of its own. */
export interface Watched {
  readonly base: URL;
  readonly pid: number;
  readonly hasEnded: boolean;
}

/** The longest that the server kept others waiting, and what it was doing then. */
export interface Stall {
  readonly milliseconds: number;
  readonly underWay: readonly string[];
}

/**
 * Asks for /healthz again and again. What counts of the time that an answer took is the part in which the server's main thread was
 * working: that other programs use the processor is not the server's fault.
 */
export class Watch {
  readonly #server: Watched;
  readonly #underWay: () => readonly string[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #running: Promise<void>;
  #isOver = false;
  worst: Stall = { milliseconds: 0, underWay: [] };

  constructor(server: Watched, underWay: () => readonly string[]) {
    this.#server = server;
    this.#underWay = underWay;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
    this.#agent.destroy();
  }

  async #run(): Promise<void> {
    while (!this.#isOver && !this.#server.hasEnded) {
      const before = { time: performance.now(), cpu: mainThreadTime(this.#server.pid), underWay: this.#underWay() };
      await this.#ask();
      const waited = performance.now() - before.time;
      const worked = mainThreadTime(this.#server.pid) - before.cpu;
      const milliseconds = Math.round(Math.min(waited, worked));
      if (milliseconds > this.worst.milliseconds) {
        this.worst = { milliseconds, underWay: [...new Set([...before.underWay, ...this.#underWay()])] };
      }
      await wait(INTERVAL_MILLISECONDS);
    }
  }

  #ask(): Promise<void> {
    return new Promise((resolve) => {
      const call = get(new URL('/healthz', this.#server.base), { agent: this.#agent }, (response) => {
        response.resume().once('close', resolve);
      });
      call.once('error', () => {
        resolve();
      });
    });
  }
}

/** Milliseconds that the first thread of a process has worked, as Linux counts them; elsewhere all time counts. */
function mainThreadTime(pid: number): number {
  return timeIn(`/proc/${pid}/task/${pid}/stat`);
}

/** The same for all of its threads. */
export function processorTime(pid: number): number {
  return timeIn(`/proc/${pid}/stat`);
}

function timeIn(file: string): number {
  const stat = readProc(file);
  if (stat === undefined) return performance.now();
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MILLISECONDS_PER_TICK;
}

/**
 * Bytes of resident memory: what there is now, the most that there was, or what is not shared with other processes. 0 where the
 * system does not tell.
 */
export function memoryOf(pid: number, kind: 'VmRSS' | 'VmHWM' | 'RssAnon' = 'VmRSS'): number {
  return Number(new RegExp(`${kind}:\\s+(\\d+) kB`).exec(readProc(`/proc/${pid}/status`) ?? '')?.[1] ?? 0) * 1024;
}

function readProc(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
