/** Additional members of a log line. Never put secrets here. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Writes lines to the log. */
export interface Logger {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  /** A logger that adds `fields` (for example a request id) to each of its lines. */
  child(fields: LogFields): Logger;
}
