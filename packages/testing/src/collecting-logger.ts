import type { LogFields, Logger } from '@ticketgate/sdk';

/** A logger that keeps its lines for a test. */
export interface CollectingLogger extends Logger {
  /** Each as JSON: level, message, then the fields. */
  readonly lines: string[];
}

export function collectingLogger(lines: string[] = [], common: LogFields = {}): CollectingLogger {
  const add = (level: string) => (message: string, fields?: LogFields) => {
    lines.push(JSON.stringify({ level, message, ...common, ...fields }, withErrors));
  };
  return {
    lines,
    error: add('error'),
    warn: add('warn'),
    info: add('info'),
    debug: add('debug'),
    child: (fields) => collectingLogger(lines, { ...common, ...fields }),
  };
}

/** JSON.stringify shows no members of errors. */
function withErrors(_name: string, value: unknown): unknown {
  return value instanceof Error ? (value.stack ?? value.message) : value;
}
