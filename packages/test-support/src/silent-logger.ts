import type { Logger } from '@ticketgate/sdk';

/** A log that nobody reads. */
export const silentLogger: Logger = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  child: () => silentLogger,
};
