/** Chooses a share of the requests of each service: every tenth of 0.1. */
export class Sampling {
  readonly #due = new Map<string, number>();

  /** Whether the next request of a service is one of the share. */
  admits(service: string, share: number): boolean {
    if (share >= 1) return true;
    const due = (this.#due.get(service) ?? 0) + share;
    // Sums of 0.1 are not exact.
    const isDue = due > 1 - 1e-9;
    this.#due.set(service, isDue ? due - 1 : due);
    return isDue;
  }
}
