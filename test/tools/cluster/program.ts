import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

export interface ProgramOptions {
  readonly command: string;
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Whom it runs as; default: as we do. */
  readonly user?: string;
  /** The file that gets what it says. */
  readonly log: string;
}

/** A program that is started, killed, and started again. */
export class Program {
  readonly #options: ProgramOptions;
  #child: ChildProcess | undefined;

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  start(): void {
    const { command, words, environment = {}, user, log } = this.#options;
    const output = openSync(log, 'a');
    this.#child = spawn(command, words, {
      stdio: ['ignore', output, output],
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...environment },
      ...(user === undefined ? {} : { uid: idOf(user), gid: idOf(user, '-g') }),
    });
    closeSync(output);
  }

  get pid(): number | undefined {
    const isRunning = this.#child?.exitCode === null && this.#child.signalCode === null;
    return isRunning ? this.#child?.pid : undefined;
  }

  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.pid === undefined || this.#child === undefined) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }
}

export function idOf(user: string, option = '-u'): number {
  return Number(spawnSync('id', [option, user]).stdout.toString());
}
