/** The clock of a test, which only moves when it is set. */
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

  advance(seconds: number): void {
    this.#milliseconds += seconds * 1000;
  }
}
