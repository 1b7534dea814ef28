import type { Operation, OperationAnswer, OperationContext, OperationType, Plugin } from '@ticketgate/sdk';

/** Tells a test what became of the functions of its operations. */
export class Runs {
  readonly #counts = new Map<OperationType, number>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #thrown = new Map<string, unknown>();
  #onStart: (() => void) | undefined;

  /** How often an operation was run. */
  of({ type }: Pick<Operation, 'type'>): number {
    return this.#counts.get(type) ?? 0;
  }

  /** The error that was thrown first: by the operation that another one called, if that failed. */
  thrownFor(requestId: string): unknown {
    return this.#thrown.get(requestId);
  }

  /** Resolves when an operation starts to run. */
  next(): Promise<void> {
    return new Promise((resolve) => (this.#onStart = resolve));
  }

  /** Resolves when none is running. */
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

/** The same plugins, whose operations are watched. */
export function watchRuns(plugins: readonly Plugin[]): { readonly runs: Runs; readonly plugins: readonly Plugin[] } {
  const runs = new Runs();
  const watch = (operation: Operation): Operation => ({
    ...operation,
    run: (input, context) => runs.note(operation, input, context),
  });
  return { runs, plugins: plugins.map((plugin) => ({ ...plugin, operations: plugin.operations.map(watch) })) };
}
