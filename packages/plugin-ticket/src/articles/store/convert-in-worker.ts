import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { createError } from '@ticketgate/sdk';
import type { HtmlToTextOptions } from 'html-to-text';
import pLimit from 'p-limit';

export interface Conversion {
  readonly options: HtmlToTextOptions;
  /** It is given up after these. */
  readonly seconds: number;
}

// As text, since a file of ours would have another name in tests than in a build.
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
const { convert } = require(workerData.library);
const text = convert(workerData.html, workerData.options);
parentPort.postMessage(text.length > workerData.longest ? undefined : text);`;

export const HtmlBusy = createError(
  'Ticket.HtmlBusy',
  () => 'Too many large HTML bodies are being read. Send the request again later.',
  'Unavailable',
);

/** Large bodies are rare; more threads would only take turns. */
const oneOfTwo = pLimit(2);
/** Each may take some seconds. */
const MOST_WAITING = 10;
/** Nested quotations prefix each line with a character per level: the text can be many times as long as the HTML. */
const LONGEST = { times: 10, characters: 10_000 };
const MEMORY = { maxOldGenerationSizeMb: 512 };

/**
 * Reads HTML as text in a thread of its own. Undefined when that takes too long, too much memory, or makes far more of it.
 *
 * @throws OperationError `Ticket.HtmlBusy` when too many wait for it
 */
export async function convertInWorker(html: string, conversion: Conversion): Promise<string | undefined> {
  if (oneOfTwo.pendingCount >= MOST_WAITING) throw new HtmlBusy(undefined);
  return oneOfTwo(() => convert(html, conversion));
}

async function convert(html: string, { options, seconds }: Conversion): Promise<string | undefined> {
  const library = createRequire(import.meta.url).resolve('html-to-text');
  const longest = html.length * LONGEST.times + LONGEST.characters;
  const workerData = { library, html, options, longest };
  const worker = new Worker(SOURCE, { eval: true, execArgv: [], resourceLimits: MEMORY, workerData });
  try {
    return await answerOf(worker, seconds);
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker, seconds: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const giveUp = setTimeout(() => {
      resolve(undefined);
    }, seconds * 1_000);
    const end = (settle: () => void) => {
      clearTimeout(giveUp);
      settle();
    };
    worker.once('message', (text: string | undefined) => {
      end(() => {
        resolve(text);
      });
    });
    worker.once('error', (cause: Error & { code?: string }) => {
      end(() => {
        if (cause.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(undefined);
        else reject(cause);
      });
    });
  });
}
