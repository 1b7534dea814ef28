import type { Operation, OperationType, Plugin } from '@ticketgate/sdk';

/** Tells a test what became of the functions of its operations. */
export class Runs {
  readonly #counts = new Map<OperationType, number>();
  readonly #running = new Set<Promise<unknown>>();
  #onStart: (() => void) | undefined;

  /** How often an operation was run. */
  of({ type }: Pick<Operation, 'type'>): number {
    return this.#counts.get(type) ?? 0;
  }

  /** Resolves when an operation starts to run. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.#onStart = resolve));
  }

  /** Resolves when none is running. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async note<Result>({ type }: Operation, run: () => Promise<Result>): Promise<Result> {
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + 1);
    const running = run();
    this.#running.add(running);
    this.#onStart?.();
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }
}

/** The same plugins, whose operations are watched. */
export function watchRuns(plugins: readonly Plugin[]): { readonly runs: Runs; readonly plugins: readonly Plugin[] } {
  const runs = new Runs();
  const watch = (operation: Operation): Operation => ({
    ...operation,
    run: (input, context) => runs.note(operation, () => operation.run(input, context)),
  });
  return { runs, plugins: plugins.map((plugin) => ({ ...plugin, operations: plugin.operations.map(watch) })) };
}
