import type { Data } from '@ticketgate/sdk';

import { cleanTemplate } from './clean-template.js';
import { dataToXml } from './data-to-xml.js';
import { Engine, type Stylesheet } from './engine.js';
import { resultToData } from './result-to-data.js';
import { XsltError } from './xslt-error.js';

/** Templates that are kept compiled. */
const MOST_COMPILED = 100;

/** Takes data through templates, each of which it compiles once. */
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
   * Data behind a template; a text or a list where its root element is one.
   *
   * @throws XsltError
   */
  transform(template: string, data: Data): ReturnType<typeof resultToData> {
    const stylesheet = this.compile(template);
    return this.#guarded(() => resultToData(this.#engine.transform(stylesheet, dataToXml(data))));
  }

  /** A library that ran out of memory or stack is in no state that can be relied on. */
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
