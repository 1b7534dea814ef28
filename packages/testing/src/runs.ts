import type { Operation, OperationAnswer, OperationContext, OperationType, Plugin } from '@ticketgate/sdk';

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
