import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { ROOT } from './root.js';

const COMMAND = join(ROOT, 'packages', 'ticketgate', 'bin', 'ticketgate.js');

export interface ProcessOptions {
  /** Override the variables of the tests; undefined removes one. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  /** Path of a program that is run instead of the command. */
  readonly script?: string;
}

export interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly log: string;
}

/** A `ticketgate` process; it runs what `npm test` has built. */
export class TicketgateProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<Ended>;
  #output = '';
  #log = '';

  constructor(words: readonly string[], { environment = {}, input = '', script = COMMAND }: ProcessOptions) {
    const inherited = { PATH: process.env.PATH, HOME: process.env.HOME };
    this.#child = spawn(process.execPath, [script, ...words], { env: { ...inherited, ...environment }, cwd: '/' });
    this.#child.stdout?.setEncoding('utf8').on('data', (part: string) => (this.#output += part));
    this.#child.stderr?.setEncoding('utf8').on('data', (part: string) => (this.#log += part));
    this.#child.stdin?.on('error', () => undefined).end(input);
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', (code) => {
        resolve({ code, output: this.#output, log: this.#log });
      });
    });
  }

  /** What `serve` prints once it is ready; fails when the process ends before. */
  async ready(): Promise<{ url: string; report: string }> {
    const early = this.#ended.then((ended) => {
      throw new Error(`It ended with ${ended.code ?? 'a signal'}:\n${ended.log}`);
    });
    const report = new Promise<string>((resolve) => {
      const look = () => {
        if (/^Data /m.test(this.#output)) resolve(this.#output);
      };
      this.#child.stdout?.on('data', look);
      look();
    });
    const text = await Promise.race([report, early]);
    return { url: /http:[^\s,]+/.exec(text)?.[0] ?? '', report: text };
  }

  get log(): string {
    return this.#log;
  }

  ended(): Promise<Ended> {
    return this.#ended;
  }

  async end(signal: NodeJS.Signals): Promise<Ended> {
    this.#child.kill(signal);
    return this.#ended;
  }
}

/** Runs one command to its end. */
export function runTicketgate(words: readonly string[], options: ProcessOptions = {}): Promise<Ended> {
  return new TicketgateProcess(words, options).ended();
}
