import { withSuggestion } from '@ticketgate/sdk';

import type { Diagnostic } from '../diagnostic.js';

/** Diagnostics for code scanning: SARIF 2.1.0. */
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
