import { findExceededLimit, inThreadWithin, reportStart, type Data, type Started } from '@ticketgate/sdk';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

import { resultToData, JSON_NAMESPACE, type ReadingOptions } from './result-to-data.js';
import { XsltError, type XsltStage, Engine, type Stylesheet } from './engine.js';
import { cleanTemplate } from './template-problem.js';
import { dataToXml } from './data-to-xml.js';

/** Without data, the template is only compiled. */
interface XsltJob {
  readonly template: string;
  readonly how?: ReadingOptions;
  readonly data: Data | undefined;
}

type Result = ReturnType<typeof resultToData>;

type XsltAnswer =
  | { readonly result: Result }
  | { readonly stage: XsltStage; readonly message: string; readonly line: number | undefined };

/** Milliseconds that a mapping may take. */
const TIME_LIMIT = 1_000;

/** Uses two of the threads: the others are for other work. */
const limit = pLimit(2);
const MOST_WAITING = 100;

/**
 * Applies a template to data in a thread, with limits of time, memory and output.
 *
 * @returns a text or a list if the root element of the result is one
 * @throws XsltError
 */
export function applyTemplate(template: string, data: Data, how: ReadingOptions = {}): Promise<Result> {
  return transform({ template, how, data });
}

/** Compiles a template in a thread in advance. Its errors are reported when it is applied. */
export async function prepareTemplate(template: string): Promise<void> {
  await transform({ template, data: undefined }).catch(() => undefined);
}

async function transform(job: XsltJob): Promise<Result> {
  if (limit.pendingCount >= MOST_WAITING)
    throw new XsltError('Busy', 'Too many requests wait for XSLT mappings. Send the request again later.');
  const work = { run: answerJob, module: import.meta.url };
  const answer = await limit(() => inThreadWithin(TIME_LIMIT, work, job)).catch(failAside);
  if ('result' in answer) return answer.result;
  throw new XsltError(answer.stage, answer.message, answer.line);
}

function failAside(cause: unknown): never {
  const exceeded = findExceededLimit(cause);
  if (exceeded === 'time')
    throw new XsltError(
      'TimeLimit',
      `The mapping takes longer than ${TIME_LIMIT} ms. Make the template simpler, or its data smaller.`,
    );
  throw exceeded === 'memory' ? new XsltError('Map', 'The mapping needs more memory than it may have.') : cause;
}

let transformer: Transformer | undefined;

/** Runs in a thread. Errors would lose their class between threads, so they are returned as data. */
export function answerJob({ template, how, data, started }: XsltJob & Started): XsltAnswer {
  transformer ??= new Transformer();
  reportStart(started);
  try {
    if (data !== undefined) return { result: transformer.transform(template, data, how) };
    transformer.compile(template);
    return { result: {} };
  } catch (error) {
    if (!(error instanceof XsltError)) throw error;
    const { stage, message, line } = error;
    return { stage, message, line };
  }
}

/** Messages of the library for failed allocations. */
const OUT_OF_MEMORY = /Memory allocation failed|out of memory/;

/** Applies templates, and caches them in compiled form. */
export class Transformer {
  #engine = new Engine();
  readonly #compiled = new LRUCache<string, Stylesheet>({
    max: 100,
    memoMethod: (template) => this.#guarded(() => this.#engine.compile(cleanTemplate(template))),
    dispose: (stylesheet, _template, reason) => {
      if (reason === 'evict') this.#engine.release(stylesheet);
    },
  });

  /** @throws XsltError */
  compile(template: string): Stylesheet {
    return this.#compiled.memo(template);
  }

  /** @throws XsltError */
  transform(template: string, data: Data, how: ReadingOptions = {}): Result {
    const stylesheet = this.compile(template);
    const xml = dataToXml(data, template.includes(JSON_NAMESPACE));
    return this.#guarded(() => resultToData(this.#engine.transform(stylesheet, xml), how), xml.length);
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
