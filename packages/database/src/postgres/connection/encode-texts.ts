/** The OID of the type `text`. */
const TEXT_TYPE = 25;
/** Bytes of the header: dimensions, has nulls, type, then length and lower bound of the only dimension. */
const HEAD = 20;
const LENGTH = 4;

/**
 * Encodes texts as a binary `text[]`, in the format of PostgreSQL's `array_send`. The driver's text format escapes quotes, which is slow for
 * large texts full of them, such as JSON.
 */
export function encodeTexts(texts: readonly string[]): Buffer {
  const size = texts.reduce((bytes, text) => bytes + LENGTH + Buffer.byteLength(text), HEAD);
  const buffer = Buffer.allocUnsafe(size);
  let at = writeNumbers(buffer, 0, [1, 0, TEXT_TYPE, texts.length, 1]);
  for (const text of texts) {
    const written = buffer.write(text, at + LENGTH);
    buffer.writeInt32BE(written, at);
    at += LENGTH + written;
  }
  return buffer;
}

function writeNumbers(buffer: Buffer, start: number, numbers: readonly number[]): number {
  return numbers.reduce((at, number) => buffer.writeInt32BE(number, at), start);
}
