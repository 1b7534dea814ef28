import { isUtf8 } from 'node:buffer';

import type { Diagnostic } from '../diagnostic.js';

/** The text of a file with what keeps it from being one. */
export interface DecodedText {
  /** Bytes that are not UTF-8 become U+FFFD, for code frames. */
  readonly text: string;
  /** Errors: the text must not be used then. */
  readonly problems: readonly Diagnostic[];
}

/** Reads the bytes of a file as UTF-8; the first byte of another encoding is reported at its line. */
export function decodeText(bytes: Uint8Array, file: string): DecodedText {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return { text, problems: isUtf8(bytes) ? [] : [reportByte(bytes, text, file)] };
}

function reportByte(bytes: Uint8Array, text: string, file: string): Diagnostic {
  const position = firstDifference(bytes, Buffer.from(text, 'utf8'));
  const before = Buffer.from(bytes.subarray(0, position)).toString('utf8');
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  const byte = (bytes[position] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const message = `The byte 0x${byte} is not UTF-8; it is probably Windows-1252 or Latin-1. Save the file as UTF-8.`;
  return {
    file,
    line,
    column,
    endLine: line,
    endColumn: column + 1,
    severity: 'error',
    code: 'wrong-encoding',
    message,
    path: [],
  };
}

/** Decoding changes what is not UTF-8, so the first byte that differs afterwards is the one. */
function firstDifference(bytes: Uint8Array, decoded: Uint8Array): number {
  const position = bytes.findIndex((byte, index) => byte !== decoded[index]);
  return position === -1 ? bytes.length - 1 : position;
}
