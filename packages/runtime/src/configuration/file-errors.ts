import { renderCodeFrame, type Diagnostic } from '@ticketgate/definition';

import { ConfigurationError } from './configuration-error.js';

/** @param sources texts by file name, for code frames */
export function createFileError(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
): ConfigurationError {
  return new ConfigurationError(`These files have errors.\n\n${renderCodeFrame(diagnostics, sources)}`);
}
