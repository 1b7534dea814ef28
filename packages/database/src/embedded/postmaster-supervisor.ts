import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { explainError, type Logger } from '@ticketgate/sdk';

import { stopChild } from './postmaster.js';

/** Milliseconds before each attempt to restart PostgreSQL: about two minutes in total, in which space on a full disk may be freed. */
export const RESTART_DELAYS: readonly number[] = [200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000, 30_000];
/** Milliseconds; a PostgreSQL that ran for this long was healthy. */
const HEALTHY = 60_000;

export interface KeepOptions {
  /** Starts PostgreSQL on the same cluster and port. */
  readonly start: () => Promise<ChildProcess>;
  readonly delays: readonly number[];
  readonly logger: Logger;
}

/** Supervises PostgreSQL's main process, and restarts it after growing delays if it ends unexpectedly. */
export class PostmasterSupervisor {
  readonly #options: KeepOptions;
  readonly #stopping = new AbortController();
  #child: ChildProcess;
  #attempts = 0;
  #restarting: Promise<void> | undefined;
  #giveUp!: (reason: string) => void;
  /** Resolves to the reason if PostgreSQL could not be restarted. */
  readonly lost: Promise<string>;

  constructor(child: ChildProcess, options: KeepOptions) {
    this.#options = options;
    this.#child = child;
    this.lost = new Promise((resolve) => (this.#giveUp = resolve));
    this.#watch(child);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#restarting;
    await stopChild(this.#child);
  }

  #watch(child: ChildProcess): void {
    const since = Date.now();
    child.once('exit', (code, signal) => {
      if (this.#stopping.signal.aborted) return;
      if (Date.now() - since > HEALTHY) this.#attempts = 0;
      this.#restarting = this.#restart(`it ended with ${code ?? signal ?? 'an unknown code'}.`);
    });
  }

  async #restart(how: string): Promise<void> {
    const { delays, logger } = this.#options;
    let reason = how;
    for (;;) {
      const delay = delays[this.#attempts];
      this.#attempts += 1;
      if (delay === undefined) {
        this.#giveUp(reason);
        return;
      }
      logger.error('the embedded PostgreSQL has stopped; restarting it', { reason, delay });
      await this.#pause(delay);
      if (this.#stopping.signal.aborted) return;
      try {
        this.#child = await this.#options.start();
        this.#watch(this.#child);
        logger.info('the embedded PostgreSQL is running again');
        return;
      } catch (error) {
        reason = explainError(error);
      }
    }
  }

  /** Ends early when everything stops. */
  async #pause(delay: number): Promise<void> {
    await wait(delay, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => undefined);
  }
}
