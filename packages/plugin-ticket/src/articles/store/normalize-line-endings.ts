import { inThread } from '@ticketgate/sdk';

/** Characters that take few milliseconds; a body may have 100 million. */
const LARGE = 200_000;

/** The text with each end of a line (CR, LF, CR LF, LF CR) as LF. */
export async function normalizeLineEndings(text: string): Promise<string> {
  if (!text.includes('\r')) return text;
  return text.length < LARGE
    ? replaceLineEndings(text)
    : inThread({ run: replaceLineEndings, module: import.meta.url }, text);
}

export function replaceLineEndings(text: string): string {
  return text.replaceAll(/\r\n?|\n\r?/g, '\n');
}
