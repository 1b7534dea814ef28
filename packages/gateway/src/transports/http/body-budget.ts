/** Bytes of bodies that may be in memory at a time. A single body is never refused, however small the budget. */
export interface BodyBudgetLimits {
  readonly total: number;
  /** For the clients of one address together. */
  readonly perAddress: number;
}

/** Counts the bytes of bodies from their arrival until their requests are answered. */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: BodyBudgetLimits) {
    this.#limits = limits;
  }

  /** An empty reservation for one request. */
  open(address: string): BodyReservation {
    return new BodyReservation(this, address);
  }

  /** Whether a request that has reserved `held` bytes can reserve `more`. */
  canReserve(address: string, { held, more }: { readonly held: number; readonly more: number }): boolean {
    const { total, perAddress } = this.#limits;
    const others = this.#total - held;
    const neighbours = (this.#byAddress.get(address) ?? 0) - held;
    return (
      (others === 0 || this.#total + more <= total) && (neighbours === 0 || neighbours + held + more <= perAddress)
    );
  }

  change(address: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#byAddress.get(address) ?? 0) + bytes;
    if (held === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, held);
  }
}

/** The bytes that one request has reserved. */
export class BodyReservation {
  readonly #budget: BodyBudget;
  readonly #address: string;
  #held = 0;
  #received = 0;
  #isClosed = false;

  constructor(budget: BodyBudget, address: string) {
    this.#budget = budget;
    this.#address = address;
  }

  /** All bytes that were reserved so far. */
  get received(): number {
    return this.#received;
  }

  canReserve(more: number): boolean {
    return !this.#isClosed && this.#budget.canReserve(this.#address, { held: this.#held, more });
  }

  /** Reserves bytes that have arrived; false if the budget is used up. */
  reserve(bytes: number): boolean {
    if (!this.canReserve(bytes)) return false;
    this.#held += bytes;
    this.#received += bytes;
    this.#budget.change(this.#address, bytes);
    return true;
  }

  /** Ends the reservation. */
  release(): void {
    this.#isClosed = true;
    if (this.#held > 0) this.#budget.change(this.#address, -this.#held);
    this.#held = 0;
  }
}
