import type { Data } from '@ticketgate/sdk';

import { cleanTemplate } from './clean-template.js';
import { dataToXml } from './data-to-xml.js';
import { Engine, type Stylesheet } from './engine.js';
import { resultToData } from './result-to-data.js';
import { XsltError } from './xslt-error.js';

/** Most compiled templates in the cache. */
const MOST_COMPILED = 100;

/** Applies templates, and caches them in compiled form. */
export class Transformer {
  #engine = new Engine();
  readonly #compiled = new Map<string, Stylesheet>();

  /** @throws XsltError */
  compile(template: string): Stylesheet {
    const known = this.#compiled.get(template) ?? this.#guarded(() => this.#engine.compile(cleanTemplate(template)));
    this.#compiled.delete(template);
    this.#compiled.set(template, known);
    this.#forgetOldest();
    return known;
  }

  /**
   * Applies a template. The result is a text or a list if its root element is one.
   *
   * @throws XsltError
   */
  transform(template: string, data: Data): ReturnType<typeof resultToData> {
    const stylesheet = this.compile(template);
    return this.#guarded(() => resultToData(this.#engine.transform(stylesheet, dataToXml(data))));
  }

  /** Replaces the engine after other errors, for example lack of memory, since its state is then undefined. */
  #guarded<Result>(use: () => Result): Result {
    try {
      return use();
    } catch (error) {
      if (error instanceof XsltError) throw error;
      this.#engine = new Engine();
      this.#compiled.clear();
      const reason = error instanceof Error ? error.message : String(error);
      throw new XsltError('Map', `The template or the data is too much for the memory of XSLT: ${reason}`);
    }
  }

  #forgetOldest(): void {
    const [oldest] = this.#compiled;
    if (oldest === undefined || this.#compiled.size <= MOST_COMPILED) return;
    this.#compiled.delete(oldest[0]);
    this.#engine.release(oldest[1]);
  }
}
