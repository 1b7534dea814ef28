import { createHmac, randomBytes } from 'node:crypto';

/** Stands for credentials where they must not be kept: nobody can make it or undo it who has not the key, which dies with the process. */
export class KeyedHash {
  readonly #key = randomBytes(32);

  of(...parts: readonly string[]): string {
    const hash = createHmac('sha256', this.#key);
    // Their lengths tell where a part ends.
    for (const part of parts) hash.update(`${part.length}:${part}`);
    return hash.digest('base64');
  }
}
