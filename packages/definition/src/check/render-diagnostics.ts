import { withSuggestion } from '@ticketgate/sdk';

import type { Diagnostic } from './diagnostic.js';

/** Lines before and after the affected one. */
const CONTEXT = 1;
/** Characters shown of a longer line, and how many of them precede the affected place. */
const WIDEST = 200;
const BEFORE = 60;

const FORCE = 'Correct it, or force it with "ticketgate service import --force".';

/** Diagnostics for people: place, sentence, suggestion and the lines of the file. `sources` are texts by file. */
export function renderCodeFrame(diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string>): string {
  const lines = new Map([...sources].map(([file, text]) => [file, text.split(/\r?\n/)]));
  const rendered = diagnostics.map((diagnostic) => renderOne(diagnostic, lines.get(diagnostic.file))).join('\n');
  return rendered.replace(CONTROL, '\ufffd');
}

/** Characters that a terminal does not show, but obeys. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g;

function renderOne(diagnostic: Diagnostic, lines: readonly string[] | undefined): string {
  const { file, line, column, severity, code, message, suggestion, breaks } = diagnostic;
  const sentences = [withSuggestion(message, suggestion), ...(breaks === undefined ? [] : [breaks, FORCE])].join(' ');
  const head = `${file}:${line}:${column}  ${severity}  ${code}\n  ${sentences}\n`;
  return lines === undefined ? head : head + renderLines(diagnostic, lines);
}

function renderLines({ line, column, endLine, endColumn }: Diagnostic, lines: readonly string[]): string {
  const first = Math.max(1, line - CONTEXT);
  const last = Math.min(lines.length, line + CONTEXT);
  const width = String(last).length;
  const from = (lines[line - 1] ?? '').length > WIDEST ? Math.max(0, column - 1 - BEFORE) : 0;
  const shown: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const text = lines[number - 1] ?? '';
    shown.push(`${String(number).padStart(width)} | ${text.slice(from, from + WIDEST)}`.trimEnd());
    if (number !== line) continue;
    const end = Math.min(endLine === line ? endColumn : text.length + 1, from + WIDEST + 1);
    shown.push(`${' '.repeat(width)} | ${' '.repeat(column - 1 - from)}${'^'.repeat(Math.max(1, end - column))}`);
  }
  return `${shown.join('\n')}\n`;
}

/** For code scanning: SARIF 2.1.0. */
export function renderSarif(diagnostics: readonly Diagnostic[]): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const driver = { name: 'ticketgate', rules: codes.map((id) => ({ id })) };
  return JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results: diagnostics.map(result) }],
    },
    undefined,
    2,
  );
}

function result({ file, line, column, endLine, endColumn, severity, code, message, suggestion }: Diagnostic): object {
  return {
    ruleId: code,
    level: severity,
    message: { text: withSuggestion(message, suggestion) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file },
          region: { startLine: line, startColumn: column, endLine, endColumn },
        },
      },
    ],
  };
}
