/** PostgreSQL's number of the type `text`. */
const TEXT_TYPE = 25;
/** Bytes: dimensions, whether there are nulls, type; then length and first index of the only dimension. */
const HEAD = 20;
const LENGTH = 4;

/**
 * Texts as the binary form of a `text[]`, for a value that is bound to one. The driver's own form escapes quotes, which takes long in
 * large texts that are full of them, such as JSON; here they are copied as they are. (PostgreSQL's `array_send` has this format.)
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
