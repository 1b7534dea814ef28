import type { LogFields, Logger } from '@ticketgate/sdk';

/** A logger that is created at its first message: most requests log nothing. */
export class LazyLogger implements Logger {
  readonly #make: () => Logger;
  #logger: Logger | undefined;

  constructor(make: () => Logger) {
    this.#make = make;
  }

  error(message: string, fields?: LogFields): void {
    this.#made().error(message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#made().warn(message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#made().info(message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    this.#made().debug(message, fields);
  }

  child(fields: LogFields): Logger {
    return this.#made().child(fields);
  }

  #made(): Logger {
    return (this.#logger ??= this.#make());
  }
}
