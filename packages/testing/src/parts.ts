import type { LogFields, Logger } from '@ticketgate/sdk';

// The parts of the kit that `test/support` takes for the tests of this repository.

/** A logger that collects its lines. */
export interface CollectingLogger extends Logger {
  /** Lines as JSON: level, message and fields. */
  readonly lines: string[];
}

export function collectingLogger(lines: string[] = [], common: LogFields = {}): CollectingLogger {
  const add = (level: string) => (message: string, fields?: LogFields) =>
    lines.push(JSON.stringify({ level, message, ...common, ...fields }, withErrors));
  return {
    lines,
    error: add('error'),
    warn: add('warn'),
    info: add('info'),
    debug: add('debug'),
    child: (fields) => collectingLogger(lines, { ...common, ...fields }),
  };
}

/** JSON.stringify omits the members of errors. */
function withErrors(_name: string, value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}
