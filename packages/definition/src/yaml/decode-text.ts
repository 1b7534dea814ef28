import { isUtf8 } from 'node:buffer';

import { declareDiagnostics, placeFinding, type Diagnostic, type Finding } from '../check/diagnostic.js';

const { error } = declareDiagnostics({
  'wrong-encoding.utf-16': `The file is UTF-16, as ">" of Windows PowerShell writes it. Save it as UTF-8, for example with "| Out-File -Encoding utf8".`,
  'wrong-encoding.nul': `Here is a NUL character, so this is not a text file. Remove the character, or name another file.`,
  'wrong-encoding.byte': `The byte 0x{byte} is not UTF-8; it is probably Windows-1252 or Latin-1. Save the file as UTF-8.`,
});

/** The text of a file, with the problems that prevent its use. */
export interface DecodedText {
  /** Bytes that are not UTF-8 become U+FFFD, for code frames. */
  readonly text: string;
  /** All are errors. */
  readonly problems: readonly Diagnostic[];
}

/** Reads the bytes of a file as UTF-8; another encoding, or binary content, is reported at its line. */
export function decodeText(bytes: Uint8Array, file: string): DecodedText {
  const report = (before: string, finding: Finding) => [placeFinding(finding, { file, ...placeAfter(before) })];
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  const wide = WIDE.find((each) => each.start.test(start))?.encoding;
  const isWide = error('wrong-encoding.utf-16', { path: [] });
  if (wide !== undefined) return { text: new TextDecoder(wide).decode(bytes), problems: report('', isWide) };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (!isUtf8(bytes)) {
    const position = firstDifference(bytes, Buffer.from(text, 'utf8'));
    const byte = (bytes[position] ?? 0).toString(16).toUpperCase().padStart(2, '0');
    const before = Buffer.from(bytes.subarray(0, position)).toString('utf8');
    return { text, problems: report(before, error('wrong-encoding.byte', { path: [] }, { byte })) };
  }
  if (!bytes.includes(0)) return { text, problems: [] };
  return { text, problems: report(text.slice(0, text.indexOf('\0')), error('wrong-encoding.nul', { path: [] })) };
}

/** How UTF-16 begins, in hexadecimal: with a byte order mark, or with characters of which one byte is zero. */
const WIDE = [
  { encoding: 'utf-16le', start: /^fffe|^(?!00)..00(?!00)..00/ },
  { encoding: 'utf-16be', start: /^feff|^00(?!00)..00(?!00)../ },
] as const;

function placeAfter(before: string) {
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return { line, column, endLine: line, endColumn: column + 1 };
}

/** Decoding changes invalid UTF-8, so the first byte that differs afterwards is the culprit. */
function firstDifference(bytes: Uint8Array, decoded: Uint8Array): number {
  const position = bytes.findIndex((byte, index) => byte !== decoded[index]);
  return position === -1 ? bytes.length - 1 : position;
}
