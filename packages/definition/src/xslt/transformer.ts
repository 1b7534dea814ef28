import type { Data } from '@ticketgate/sdk';

import { cleanTemplate } from './clean-template.js';
import { dataToXml } from './data-to-xml.js';
import { Engine, type Stylesheet } from './engine.js';
import { JSON_NAMESPACE } from './json-attributes.js';
import { resultToData } from './result-to-data.js';
import { XsltError } from './xslt-error.js';

/** What the library says of allocations that fail. */
const OUT_OF_MEMORY = /Memory allocation failed|out of memory/;
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
  transform(template: string, data: Data, lists: readonly string[] = []): ReturnType<typeof resultToData> {
    const stylesheet = this.compile(template);
    const xml = dataToXml(data, template.includes(JSON_NAMESPACE));
    return this.#guarded(() => resultToData(this.#engine.transform(stylesheet, xml), lists), xml.length);
  }

  /** Replaces the engine after other errors, for example lack of memory, since its state is then undefined. */
  #guarded<Result>(use: () => Result, length = 0): Result {
    try {
      return use();
    } catch (error) {
      if (error instanceof XsltError && !OUT_OF_MEMORY.test(error.message)) throw error;
      this.#engine = new Engine();
      this.#compiled.clear();
      throw outOfMemory(length);
    }
  }

  #forgetOldest(): void {
    const [oldest] = this.#compiled;
    if (oldest === undefined || this.#compiled.size <= MOST_COMPILED) return;
    this.#compiled.delete(oldest[0]);
    this.#engine.release(oldest[1]);
  }
}

/** @param length characters of the data as XML */
function outOfMemory(length: number): XsltError {
  const megabytes = (length / 1e6).toFixed(1);
  const advice = 'Send less, for example fewer or smaller attachments, or make the template simpler.';
  return new XsltError(
    'Map',
    `The template, or its data of ${megabytes} MB, is too much for the 256 MB of memory of a mapping. ${advice}`,
  );
}
