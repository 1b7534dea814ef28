import { renderCodeFrame, type Diagnostic } from '@ticketgate/definition';

/** The configuration cannot be used; the message has all that is wrong with it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code: string;

  constructor(message: string, options: { code?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code ?? 'Server.ConfigurationInvalid';
  }
}

/** @param sources texts by file name, for the code frames */
export function configurationErrorOf(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
): ConfigurationError {
  return new ConfigurationError(`The configuration has errors.\n\n${renderCodeFrame(diagnostics, sources)}`);
}
