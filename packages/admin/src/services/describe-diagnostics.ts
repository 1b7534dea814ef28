import type { Diagnostic } from '@ticketgate/definition';

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Range {
  readonly start: Place;
  readonly end: Place;
}

/** A diagnostic as editors take it. */
export interface DescribedDiagnostic extends Pick<Diagnostic, 'severity' | 'code' | 'message' | 'path' | 'breaks'> {
  readonly range: Range;
  /** Each replaces a part of the text. */
  readonly fixes: readonly { readonly title: string; readonly range: Range; readonly text: string }[];
}

/** Words that YAML reads without quotes. */
const PLAIN = /^[A-Za-z][\w./-]*$/;

/** The diagnostics of `text`, with fixes where the author's intention is likely. */
export function describeDiagnostics(diagnostics: readonly Diagnostic[], text: string): readonly DescribedDiagnostic[] {
  const lines = text.split('\n');
  return diagnostics.map(({ severity, code, message, path, suggestion, breaks, ...at }) => {
    const range = { start: { line: at.line, column: at.column }, end: { line: at.endLine, column: at.endColumn } };
    const written = at.line === at.endLine ? (lines[at.line - 1] ?? '').slice(at.column - 1, at.endColumn - 1) : '';
    const isFixable = suggestion !== undefined && written !== '';
    const fixes = isFixable
      ? [{ title: `Replace by ${suggestion}`, range, text: writtenLike(written, suggestion) }]
      : [];
    return { severity, code, message, path, range, fixes, ...(breaks === undefined ? {} : { breaks }) };
  });
}

/** Puts `word` in the quotes that the author chose. */
function writtenLike(written: string, word: string): string {
  if (written.startsWith(`'`)) return `'${word.replaceAll(`'`, `''`)}'`;
  return written.startsWith('"') || !PLAIN.test(word) ? JSON.stringify(word) : word;
}
