/** Bytes of bodies that may be held at a time. One body alone is never refused, however small the budget. */
export interface BodyBudgetLimits {
  readonly total: number;
  /** For the clients of one address together. */
  readonly perAddress: number;
}

/** Counts the bytes of bodies from their coming until their requests are answered. */
export class BodyBudget {
  readonly #limits: BodyBudgetLimits;
  readonly #byAddress = new Map<string, number>();
  #total = 0;

  constructor(limits: BodyBudgetLimits) {
    this.#limits = limits;
  }

  /** The share of one request, which has nothing yet. */
  open(address: string): BodyShare {
    return new BodyShare(this, address);
  }

  /** Whether one who holds `held` bytes can have `more`. */
  hasRoom(address: string, { held, more }: { readonly held: number; readonly more: number }): boolean {
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

/** The share of the budget that one request holds. */
export class BodyShare {
  readonly #budget: BodyBudget;
  readonly #address: string;
  #held = 0;
  #received = 0;
  #isClosed = false;

  constructor(budget: BodyBudget, address: string) {
    this.#budget = budget;
    this.#address = address;
  }

  /** All bytes that were taken so far. */
  get received(): number {
    return this.#received;
  }

  /** Whether so much more would be given now. */
  hasRoom(more: number): boolean {
    return !this.#isClosed && this.#budget.hasRoom(this.#address, { held: this.#held, more });
  }

  /** Reserves room for bytes that have arrived; false if there is none. */
  take(bytes: number): boolean {
    if (!this.hasRoom(bytes)) return false;
    this.#held += bytes;
    this.#received += bytes;
    this.#budget.change(this.#address, bytes);
    return true;
  }

  /** Gives everything back; nothing can be taken any more. */
  close(): void {
    this.#isClosed = true;
    if (this.#held > 0) this.#budget.change(this.#address, -this.#held);
    this.#held = 0;
  }
}
