/** Flags, environment or files cannot be used as they are; the message has all that is wrong and what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code: string;

  constructor(message: string, options: { code?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code ?? 'Server.ConfigurationInvalid';
  }
}
