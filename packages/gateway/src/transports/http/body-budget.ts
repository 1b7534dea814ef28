/** Bytes of bodies that may be in memory at a time. A single body is never refused, however small the budget. */
export interface BodyBudgetLimits {
  readonly total: number;
  /** For all clients with the same address. */
  readonly perAddress: number;
}

/** Addresses that are kept without bytes: deleting and adding one with each request would produce a lot of garbage. */
const KEPT = 1000;

/** Counts the bytes of bodies from their arrival until their requests are answered. */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: BodyBudgetLimits) {
    this.#limits = limits;
  }

  /** An empty reservation for one request. */
  open(address: string) {
    let held = 0;
    let received = 0;
    let isClosed = false;
    const canReserve = (more: number) => !isClosed && this.#hasRoom(address, { held, more });
    return {
      /** All bytes reserved so far. */
      received: () => received,
      canReserve,
      /** Reserves bytes that have arrived; false if the budget is used up. */
      reserve: (bytes: number): boolean => {
        if (!canReserve(bytes)) return false;
        held += bytes;
        received += bytes;
        this.#change(address, bytes);
        return true;
      },
      release: (): void => {
        isClosed = true;
        if (held > 0) this.#change(address, -held);
        held = 0;
      },
    };
  }

  /** Whether a request that has reserved `held` bytes can reserve `more`. */
  #hasRoom(address: string, { held, more }: { readonly held: number; readonly more: number }): boolean {
    const { total, perAddress } = this.#limits;
    const others = this.#total - held;
    const neighbours = (this.#byAddress.get(address) ?? 0) - held;
    return (
      (others === 0 || this.#total + more <= total) && (neighbours === 0 || neighbours + held + more <= perAddress)
    );
  }

  #change(address: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#byAddress.get(address) ?? 0) + bytes;
    if (held === 0 && this.#byAddress.size > KEPT) this.#byAddress.delete(address);
    else this.#byAddress.set(address, held);
  }
}

export type BodyReservation = ReturnType<BodyBudget['open']>;
