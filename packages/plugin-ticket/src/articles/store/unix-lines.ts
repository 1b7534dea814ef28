import { inSteps } from '@ticketgate/sdk';

const STEP = 100_000;
const CR = 13;
const LF = 10;
const LATIN = 255;

/** The text with each end of a line (CR, LF, CR LF, LF CR) as LF, made in steps: a body may have 100 million characters. */
export async function unixLines(text: string): Promise<string> {
  if (!text.includes('\r')) return text;
  return (await inSteps(convert(text))).join('');
}

function* convert(text: string): Generator<undefined, readonly string[]> {
  const parts: string[] = [];
  const units = new Uint16Array(STEP);
  let at = 0;
  while (at < text.length) {
    let count = 0;
    let largest = 0;
    for (; count < STEP && at < text.length; count += 1, at += 1) {
      let unit = text.charCodeAt(at);
      if (isPair(unit, text, at)) at += 1;
      if (unit === CR) unit = LF;
      if (unit > largest) largest = unit;
      units[count] = unit;
    }
    parts.push(textOf(units.subarray(0, count), largest));
    yield;
  }
  return parts;
}

function isPair(unit: number, text: string, at: number): boolean {
  if (unit !== CR && unit !== LF) return false;
  return text.charCodeAt(at + 1) === (unit === CR ? LF : CR);
}

/** Half the memory where the characters allow it. */
function textOf(units: Uint16Array, largest: number): string {
  if (largest <= LATIN) return Buffer.from(units).toString('latin1');
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}
