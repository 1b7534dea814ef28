import { inThread } from '@ticketgate/sdk';

/** Characters from which on a text is processed in a thread; a body may have 100 million. */
const LARGE = 200_000;

/** Replaces all line endings (CR, LF, CR LF, LF CR) by LF. */
export async function normalizeLineEndings(text: string): Promise<string> {
  if (!text.includes('\r')) return text;
  return text.length < LARGE
    ? replaceLineEndings(text)
    : inThread({ run: replaceLineEndings, module: import.meta.url }, text);
}

export function replaceLineEndings(text: string): string {
  return text.replaceAll(/\r\n?|\n\r?/g, '\n');
}
