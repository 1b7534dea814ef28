import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { addressOf, type DeployedFiles } from './deployed-files.js';
import { idOf, Program } from './program.js';

const USER = 'postgres';

/** A machine with PostgreSQL and Patroni, by the files of `deploy/patroni`. */
export class DatabaseMachine {
  readonly name: string;
  readonly #address: string;
  readonly #data: string;
  readonly #patroni: Program;

  constructor(files: DeployedFiles, { name, machine }: { readonly name: string; readonly machine: number }) {
    this.name = name;
    this.#address = addressOf(machine);
    const folder = files.path(`database-${name}`);
    this.#data = join(folder, 'data');
    for (const path of [folder, this.#data]) {
      mkdirSync(path, { mode: 0o700 });
      chownSync(path, idOf(USER), idOf(USER, '-g'));
    }
    const configuration = files.read('patroni/patroni.yml', {
      '/var/lib/postgresql/15/ticketgate': this.#data,
      '/var/lib/postgresql/.pgpass-patroni': join(folder, 'pgpass'),
      '/var/run/postgresql': folder,
    });
    const environment = Object.entries(files.environment('patroni/environment.example'));
    const first = addressOf(11);
    this.#patroni = new Program({
      command: 'patroni',
      words: [files.write(`patroni-${name}.yml`, configuration)],
      environment: {
        ...Object.fromEntries(environment.map(([key, value]) => [key, value.replace(first, this.#address)])),
        PATRONI_NAME: name,
      },
      user: USER,
      log: files.path(`patroni-${name}.log`),
    });
  }

  start(): void {
    this.#patroni.start();
  }

  /** Whether PostgreSQL here is the primary, and Patroni holds the lock for it; false too while the machine says nothing. */
  async isPrimary(): Promise<boolean> {
    return (await this.#ask('/primary')) === 200;
  }

  async isSynchronousStandby(): Promise<boolean> {
    return (await this.#ask('/synchronous')) === 200;
  }

  async switchOver(to: DatabaseMachine): Promise<void> {
    const body = JSON.stringify({ leader: this.name, candidate: to.name });
    const response = await fetch(`http://${this.#address}:8008/switchover`, { method: 'POST', body });
    if (!response.ok) throw new Error(`Patroni refused to switch over: ${await response.text()}`);
  }

  /** As a power cut. */
  async kill(): Promise<void> {
    const processes = this.#postgres();
    await this.#patroni.end();
    signal(processes, 'SIGKILL');
  }

  /** Nothing on it runs any more, but its connections stay open. */
  freeze(): () => void {
    const processes = [this.#patroni.pid ?? 0, ...this.#postgres()].filter((pid) => pid > 0);
    signal(processes, 'SIGSTOP');
    return () => {
      signal(processes, 'SIGCONT');
    };
  }

  async #ask(path: string): Promise<number | undefined> {
    try {
      return (await fetch(`http://${this.#address}:8008${path}`, { signal: AbortSignal.timeout(1_000) })).status;
    } catch {
      return undefined; // it is away
    }
  }

  /** The postmaster and its children. */
  #postgres(): readonly number[] {
    const postmaster = readPostmaster(this.#data);
    if (postmaster === undefined) return [];
    const children = spawnSync('pgrep', ['-P', String(postmaster)], { encoding: 'utf8' }).stdout;
    return [postmaster, ...children.split('\n').filter(Boolean).map(Number)];
  }
}

function readPostmaster(data: string): number | undefined {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return undefined; // PostgreSQL has not been started
  }
}

function signal(processes: readonly number[], name: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, name);
    } catch {
      // Children end with their postmaster.
    }
  }
}
