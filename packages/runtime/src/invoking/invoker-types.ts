import type { Invoker } from '@ticketgate/sdk';

import { passThrough } from './invokers/pass-through.js';
import { test } from './invokers/test.js';
import { testSimple } from './invokers/test-simple.js';

const BUILT_IN_INVOKERS: readonly Invoker[] = [passThrough, test, testSimple];

/** All invokers by type: the built-in ones and those of plugins. */
export class InvokerTypes {
  readonly #invokers = new Map<string, Invoker<never>>();

  /** @throws Error if two invokers have the same type */
  constructor(ofPlugins: Iterable<Invoker<never>> = []) {
    for (const invoker of [...BUILT_IN_INVOKERS, ...ofPlugins]) {
      if (this.#invokers.has(invoker.type)) throw new Error(`Two invokers have the type "${invoker.type}".`);
      this.#invokers.set(invoker.type, invoker);
    }
  }

  get names(): readonly string[] {
    return [...this.#invokers.keys()];
  }

  get all(): readonly Invoker<never>[] {
    return [...this.#invokers.values()];
  }

  get(type: string): Invoker<never> | undefined {
    return this.#invokers.get(type);
  }
}
