import type { OperationDefinition } from '@ticketgate/definition';

import { createFailure } from '../failure.js';
import { withTimeout, type Abortable } from './timeout.js';

const OperationBusy = createFailure<{ name: string; most: number }>('Gateway.OperationBusy', {
  reason: 'Unavailable',
  message: ({ name, most }) =>
    `${name} carries out ${most} requests at a time, and that many are running. Nothing was done; send this one again in a second.`,
  headers: () => ({ 'Retry-After': '1' }),
});

/** Enforces `Timeout` and `Concurrency` of an operation. */
export class OperationLimits {
  readonly #name: string;
  readonly #seconds: number | undefined;
  readonly #most: number;
  #running = 0;

  constructor({
    name,
    timeout,
    concurrency = Infinity,
  }: Pick<OperationDefinition, 'name' | 'timeout' | 'concurrency'>) {
    this.#name = name;
    this.#seconds = timeout;
    this.#most = concurrency;
  }

  /**
   * Work that timed out counts until it has really ended, because it still uses resources.
   *
   * @throws Failure `Gateway.OperationBusy`, `Gateway.Timeout`
   */
  run<Result>(work: () => Promise<Result>, request: Abortable): Promise<Result> {
    if (this.#running >= this.#most) return Promise.reject(new OperationBusy({ name: this.#name, most: this.#most }));
    this.#running += 1;
    const running = work().finally(() => {
      this.#running -= 1;
    });
    return withTimeout(running, this.#seconds, request);
  }
}

/** Undefined for an operation without limits of its own. */
export function limitsOf(definition: OperationDefinition): OperationLimits | undefined {
  const isBounded = definition.timeout !== undefined || definition.concurrency !== undefined;
  return isBounded ? new OperationLimits(definition) : undefined;
}
