import type { SecretNames } from './secret-names.js';

/** Data as JSON. */
export interface JsonText {
  readonly json: string;
  /** Whether it contains the name of a secret. */
  readonly hasSecretName: boolean;
}

/** The JSON of what was recorded of one request, made once: the same data appears at several points of a trace. */
export class JsonTexts {
  readonly #names: SecretNames;
  readonly #indent: number;
  readonly #known = new Map<object, JsonText>();

  /** @param indent spaces per level; 0 for a single line */
  constructor(names: SecretNames, indent: number) {
    this.#names = names;
    this.#indent = indent;
  }

  /** Anything as JSON in the same form. */
  stringify(data: unknown): string {
    return JSON.stringify(data, undefined, this.#indent);
  }

  of(data: object): JsonText {
    const known = this.#known.get(data);
    if (known !== undefined) return known;
    const json = this.stringify(data);
    const text = { json, hasSecretName: this.#names.occurIn(json) };
    this.#known.set(data, text);
    return text;
  }
}
