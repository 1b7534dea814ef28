import { inThread } from '@ticketgate/sdk';

/** Characters that take few milliseconds; a body may have 100 million. */
const LARGE = 200_000;

/** The text with each end of a line (CR, LF, CR LF, LF CR) as LF. */
export async function unixLines(text: string): Promise<string> {
  if (!text.includes('\r')) return text;
  return text.length < LARGE ? endLines(text) : inThread({ run: endLines, module: import.meta.url }, text);
}

export function endLines(text: string): string {
  return text.replaceAll(/\r\n?|\n\r?/g, '\n');
}
