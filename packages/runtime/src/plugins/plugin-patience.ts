import { HangWatch } from './hang-watch.js';
import { isShipped } from './plugin-entry.js';
import { PLUGIN_SECONDS, withTimeout } from './with-timeout.js';

/** Runs what plugins do at a start, each for a limited time. */
export class PluginPatience {
  readonly #seconds: number;
  readonly #hangs = new HangWatch();

  constructor(seconds = PLUGIN_SECONDS) {
    this.#seconds = seconds;
  }

  /**
   * @param name the entry under `plugins:`
   * @throws NotInTime
   */
  async run<Result>(name: string, work: () => Result): Promise<Awaited<Result>> {
    // Our own plugins are tested for that, and a thread would slow each start.
    if (!isShipped(name)) this.#hangs.watch(name, this.#seconds);
    try {
      return await withTimeout(work, this.#seconds);
    } finally {
      this.#hangs.calm();
    }
  }

  close(): Promise<void> {
    return this.#hangs.close();
  }
}
