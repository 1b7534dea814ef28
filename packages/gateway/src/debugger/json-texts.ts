import type { SecretNames } from './secret-names.js';

/** Data as JSON that people can read. */
export interface JsonText {
  readonly json: string;
  /** Whether a name of secrets stands anywhere in it. */
  readonly hasSecretName: boolean;
}

/** The JSON of what was recorded of one request, made once: the same data stands at several points of a trace. */
export class JsonTexts {
  readonly #names: SecretNames;
  readonly #known = new Map<object, JsonText>();

  constructor(names: SecretNames) {
    this.#names = names;
  }

  of(data: object): JsonText {
    const known = this.#known.get(data);
    if (known !== undefined) return known;
    const json = JSON.stringify(data, undefined, 2);
    const text = { json, hasSecretName: this.#names.occurIn(json) };
    this.#known.set(data, text);
    return text;
  }
}
