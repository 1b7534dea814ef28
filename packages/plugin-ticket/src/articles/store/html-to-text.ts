import { createError, findExceededLimit, inThread } from '@ticketgate/sdk';
import pLimit from 'p-limit';

import { textOfHtml, type TextOptions } from './text-of-html.js';

export const HtmlBusy = createError(
  'Ticket.HtmlBusy',
  () => 'Too many large HTML bodies are being read. Send the request again later.',
  'Unavailable',
);

/** Large bodies are rare and must not occupy all threads. */
const concurrency = pLimit(2);
/** Most waiting bodies, each of which may take some seconds. */
const MOST_WAITING = 10;
/** Characters from which on HTML is read in a thread. */
const LARGE = 100_000;

type HtmlBody = TextOptions & { readonly html: string };

/**
 * The text of an HTML body. Undefined when it takes longer than `seconds` or too much memory.
 *
 * @throws OperationError `Ticket.HtmlBusy` if too many wait for it
 */
export async function htmlToText(body: HtmlBody, seconds: number): Promise<string | undefined> {
  if (body.html.length < LARGE) return convertHtml(body);
  if (concurrency.pendingCount >= MOST_WAITING) throw new HtmlBusy(undefined);
  try {
    return await concurrency(() => inThread({ run: convertHtml, module: import.meta.url, seconds }, body));
  } catch (cause) {
    if (findExceededLimit(cause) !== undefined) return undefined;
    throw cause;
  }
}

export function convertHtml({ html, ...options }: HtmlBody): string {
  return textOfHtml(html, options);
}
