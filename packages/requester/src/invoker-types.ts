import type { Invoker } from '@ticketgate/sdk';

import { BUILT_IN_INVOKERS } from './invokers/built-in.js';

/** The types of invokers that a system has: the built-in ones, and those of its plugins. */
export class InvokerTypes {
  readonly #invokers = new Map<string, Invoker<never>>();

  /** @throws Error when two have one type */
  constructor(ofPlugins: Iterable<Invoker<never>> = []) {
    for (const invoker of [...BUILT_IN_INVOKERS, ...ofPlugins]) {
      if (this.#invokers.has(invoker.type)) throw new Error(`Two invokers have the type "${invoker.type}".`);
      this.#invokers.set(invoker.type, invoker);
    }
  }

  get names(): readonly string[] {
    return [...this.#invokers.keys()];
  }

  get(type: string): Invoker<never> | undefined {
    return this.#invokers.get(type);
  }
}
