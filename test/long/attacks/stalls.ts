import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

import type { FuzzServer } from '../../fuzz/fuzz-server.js';
import { memoryOf } from '../../fuzz/watch.js';

/** Milliseconds that the server may keep others waiting. */
const LONGEST_STALL = 200;

/** The longest waits for /healthz in milliseconds. */
interface Waits {
  readonly waited: number;
  /** Of that, the main thread of the server was working. */
  readonly worked: number;
}

/** Asks a server for /healthz all the time, from another process. */
export class Stalls {
  readonly #server: FuzzServer;
  readonly #probe: ChildProcessWithoutNullStreams;
  readonly #probed: Interface;
  readonly #rows: string[] = [];

  constructor(server: FuzzServer) {
    this.#server = server;
    const words = [join('test', 'long', 'attacks', 'probe-health.mjs'), server.base.href, String(server.pid)];
    this.#probe = spawn(process.execPath, words);
    this.#probed = createInterface({ input: this.#probe.stdout });
  }

  /** Does something, and expects that nobody else has to wait for it. */
  async expectNone<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const { pid } = this.#server;
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const before = memoryOf(pid);
    await this.#waits();
    const started = performance.now();
    const result = await work();
    const took = Math.round(performance.now() - started);
    const { waited, worked } = await this.#waits();
    const memory = Math.round((memoryOf(pid, 'VmHWM') - before) / 1e6);
    this.#rows.push(`| ${name} | ${worked} ms | ${waited} ms | ${memory} MB | ${took} ms |`);
    expect(this.#server.hasEnded).toBe(false);
    expect(worked).toBeLessThan(LONGEST_STALL);
    return result;
  }

  /** Ends, and prints the figures. */
  stop(): void {
    this.#probe.kill();
    process.stderr.write(`\n${this.#rows.join('\n')}\n`);
  }

  async #waits(): Promise<Waits> {
    const line = once(this.#probed, 'line') as Promise<[string]>;
    this.#probe.stdin.write('\n');
    return JSON.parse((await line)[0]) as Waits;
  }
}
