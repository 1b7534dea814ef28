import { createHmac, randomBytes } from 'node:crypto';

/** Represents credentials where they must not be stored: without the key, which dies with the process, nobody can create or reverse it. */
export class KeyedHash {
  readonly #key = randomBytes(32);

  of(...parts: readonly string[]): string {
    const hash = createHmac('sha256', this.#key);
    // The lengths mark where each part ends.
    for (const part of parts) hash.update(`${part.length}:${part}`);
    return hash.digest('base64');
  }
}
