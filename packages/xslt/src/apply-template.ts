import { inThread, type Data } from '@ticketgate/sdk';
import pLimit from 'p-limit';

import type { resultToData } from './result-to-data.js';
import { Transformer } from './transformer.js';
import { XsltError, type XsltStage } from './xslt-error.js';

/** Without data the template is only compiled. */
interface XsltJob {
  readonly template: string;
  readonly data: Data | undefined;
}

type Result = ReturnType<typeof resultToData>;

type XsltAnswer =
  | { readonly result: Result }
  | { readonly stage: XsltStage; readonly message: string; readonly line: number | undefined };

/** Milliseconds that one mapping may take, and after which that is looked at again. */
const TIME_LIMIT = 1_000;
const PULSE = 50;

/** Others need threads too. */
const oneOfTwo = pLimit(2);
const MOST_WAITING = 100;

/**
 * Takes data through a template in a thread, with limits of time, memory and output. A text or a list comes back where the root element
 * of the result is one.
 *
 * @throws XsltError
 */
export function applyTemplate(template: string, data: Data): Promise<Result> {
  return run({ template, data });
}

/** Compiles a template in a thread, ahead of the first data. What is wrong with it is reported when it is applied. */
export async function prepareTemplate(template: string): Promise<void> {
  await run({ template, data: undefined }).catch(() => undefined);
}

async function run(job: XsltJob): Promise<Result> {
  if (oneOfTwo.pendingCount >= MOST_WAITING)
    throw new XsltError('Busy', 'Too many requests wait for XSLT mappings. Send the request again later.');
  const answer = await oneOfTwo(() => runInThread(job));
  if ('result' in answer) return answer.result;
  throw new XsltError(answer.stage, answer.message, answer.line);
}

/** The time in which a thread starts does not count. */
async function runInThread(job: XsltJob): Promise<XsltAnswer> {
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const controller = new AbortController();
  let left = TIME_LIMIT;
  const clock = setInterval(() => {
    if (Atomics.load(begun, 0) === 1) left -= PULSE;
    if (left < 0) controller.abort();
  }, PULSE);
  try {
    const work = { run: answerJob, module: import.meta.url, signal: controller.signal };
    return await inThread(work, { ...job, begun });
  } catch (cause) {
    throw explain(cause);
  } finally {
    clearInterval(clock);
  }
}

function explain(cause: unknown): unknown {
  const { name, code } = cause as NodeJS.ErrnoException; // both are optional
  if (name === 'AbortError')
    return new XsltError('TimeLimit', `The mapping takes longer than ${TIME_LIMIT} ms. Make the template simpler.`);
  const isFull = code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isFull ? new XsltError('Map', 'The mapping needs more memory than it may have.') : cause;
}

let transformer: Transformer | undefined;

/** For threads. Errors lose their class on the way, so what they say is sent as data. */
export function answerJob({ template, data, begun }: XsltJob & { readonly begun: Int32Array }): XsltAnswer {
  transformer ??= new Transformer();
  Atomics.store(begun, 0, 1);
  try {
    if (data !== undefined) return { result: transformer.transform(template, data) };
    transformer.compile(template);
    return { result: {} };
  } catch (error) {
    if (!(error instanceof XsltError)) throw error;
    const { stage, message, line } = error;
    return { stage, message, line };
  }
}
