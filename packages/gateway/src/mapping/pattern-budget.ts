import { BodyTooComplex } from '../failure.js';

/** The fixed cost of a comparison, in characters. */
const OVERHEAD = 10;

/** Limits the characters that the patterns of a mapping compare in one request. */
export class PatternBudget {
  readonly #most: number;
  #left: number;

  constructor(characters: number) {
    this.#most = characters;
    this.#left = characters;
  }

  /** @throws Failure `Gateway.BodyTooComplex` */
  spend(text: string): void {
    this.#left -= text.length + OVERHEAD;
    if (this.#left < 0)
      throw new BodyTooComplex({
        what: `more than ${this.#most} characters to compare with patterns`,
        setting: 'mappingCharacters',
      });
  }
}
