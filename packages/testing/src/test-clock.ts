/** The time of a test: it stands still until somebody moves it. */
export class TestClock {
  #milliseconds: number;

  constructor(start: Date | string = '2026-01-02T03:04:05Z') {
    this.#milliseconds = new Date(start).getTime();
  }

  now(): Date {
    return new Date(this.#milliseconds);
  }

  set(moment: Date | string): void {
    this.#milliseconds = new Date(moment).getTime();
  }

  /** @param seconds how much later it is */
  advance(seconds: number): void {
    this.#milliseconds += seconds * 1000;
  }
}
