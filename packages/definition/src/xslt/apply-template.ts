import { inThreadWithin, reportStart, type Data, type Started } from '@ticketgate/sdk';
import pLimit from 'p-limit';

import type { resultToData } from './result-to-data.js';
import { Transformer } from './transformer.js';
import { XsltError, type XsltStage } from './xslt-error.js';

/** Without data, the template is only compiled. */
interface XsltJob {
  readonly template: string;
  /** Names of elements of the result that become lists even if there is only one. */
  readonly lists: readonly string[];
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
 * Applies a template to data in a thread, with limits of time, memory and output. The result is a text or a list if its root element is
 * one.
 *
 * @param lists names of elements of the result that become lists even if there is only one
 * @throws XsltError
 */
export function applyTemplate(template: string, data: Data, lists: readonly string[] = []): Promise<Result> {
  return run({ template, lists, data });
}

/** Compiles a template in a thread in advance. Its errors are reported when it is applied. */
export async function prepareTemplate(template: string): Promise<void> {
  await run({ template, lists: [], data: undefined }).catch(() => undefined);
}

async function run(job: XsltJob): Promise<Result> {
  if (limit.pendingCount >= MOST_WAITING)
    throw new XsltError('Busy', 'Too many requests wait for XSLT mappings. Send the request again later.');
  const answer = await limit(() => runInThread(job));
  if ('result' in answer) return answer.result;
  throw new XsltError(answer.stage, answer.message, answer.line);
}

async function runInThread(job: XsltJob): Promise<XsltAnswer> {
  try {
    return await inThreadWithin(TIME_LIMIT, { run: answerJob, module: import.meta.url }, job);
  } catch (cause) {
    throw explain(cause);
  }
}

function explain(cause: unknown): unknown {
  const { name, code } = cause as NodeJS.ErrnoException; // both are optional
  if (name === 'AbortError')
    return new XsltError(
      'TimeLimit',
      `The mapping takes longer than ${TIME_LIMIT} ms. Make the template simpler, or its data smaller.`,
    );
  const isFull = code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isFull ? new XsltError('Map', 'The mapping needs more memory than it may have.') : cause;
}

let transformer: Transformer | undefined;

/** Runs in a thread. Errors would lose their class between threads, so they are returned as data. */
export function answerJob({ template, lists, data, started }: XsltJob & Started): XsltAnswer {
  transformer ??= new Transformer();
  reportStart(started);
  try {
    if (data !== undefined) return { result: transformer.transform(template, data, lists) };
    transformer.compile(template);
    return { result: {} };
  } catch (error) {
    if (!(error instanceof XsltError)) throw error;
    const { stage, message, line } = error;
    return { stage, message, line };
  }
}
