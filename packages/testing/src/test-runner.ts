import { createRequire } from 'node:module';
import type * as NodeTest from 'node:test';
import type { Operation, OperationAnswer, OperationContext, OperationType, Plugin } from '@ticketgate/sdk';
import { setTimeout as wait } from 'node:timers/promises';

interface TestRunner {
  readonly describe: (name: string, body: () => void) => void;
  readonly it: (name: string, body: () => Promise<void>) => void;
  readonly afterAll: (body: () => Promise<void>) => void;
}

/** The global functions of Jest or Vitest, otherwise those of Node's test runner. */
export function testRunner(): TestRunner {
  const { describe, it, afterAll } = globalThis as Partial<TestRunner>; // as Jest and Vitest define them
  if (describe !== undefined && it !== undefined && afterAll !== undefined) return { describe, it, afterAll };
  const runner = createRequire(import.meta.url)('node:test') as typeof NodeTest; // the types of the module
  return {
    describe: (name, body) => void runner.describe(name, body),
    it: (name, body) => void runner.it(name, body),
    afterAll: (body) => runner.after(body),
  };
}

/** Tracks the runs of operations. */
export class Runs {
  readonly #counts = new Map<OperationType, number>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #thrown = new Map<string, unknown>();
  #onStart: (() => void) | undefined;

  /** The number of runs of an operation. */
  of({ type }: Pick<Operation, 'type'>): number {
    return this.#counts.get(type) ?? 0;
  }

  /** The first error of a request, which may come from a called operation. */
  thrownFor(requestId: string): unknown {
    return this.#thrown.get(requestId);
  }

  /** Resolves when the next run starts. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.#onStart = resolve));
  }

  /** Resolves when no operation is running. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async note({ type, run }: Operation, input: unknown, context: OperationContext<never>): Promise<OperationAnswer> {
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
    const running = run(input, context);
    this.#running.add(running);
    this.#onStart?.();
    try {
      return await running;
    } catch (cause) {
      const { id } = context.request;
      if (!this.#thrown.has(id)) this.#thrown.set(id, cause);
      throw cause;
    } finally {
      this.#running.delete(running);
    }
  }
}

/** Copies plugins so that the runs of their operations are tracked. */
export function watchRuns(plugins: readonly Plugin[]): { readonly runs: Runs; readonly plugins: readonly Plugin[] } {
  const runs = new Runs();
  const watch = (operation: Operation): Operation => ({
    ...operation,
    run: (input, context) => runs.note(operation, input, context),
  });
  return { runs, plugins: plugins.map((plugin) => ({ ...plugin, operations: plugin.operations.map(watch) })) };
}

/** Whether a promise settles in time. Rejects with it. */
export async function inTime(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const over = wait(milliseconds, false, { signal: timer.signal });
  over.catch(() => undefined);
  try {
    return await Promise.race([work.then(() => true), over]);
  } finally {
    timer.abort();
  }
}
