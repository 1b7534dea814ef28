import { renderCodeFrame, type Diagnostic } from '@ticketgate/definition';

/** Invalid flags, environment or files. The message lists all problems and what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code: string;

  constructor(message: string, options: { code?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code ?? 'Server.ConfigurationInvalid';
  }
}

/** @param sources texts by file name, for code frames */
export function createFileError(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
): ConfigurationError {
  return new ConfigurationError(`These files have errors.\n\n${renderCodeFrame(diagnostics, sources)}`);
}
