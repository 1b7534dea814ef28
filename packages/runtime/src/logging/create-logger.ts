import { createRequire } from 'node:module';
import { type LogFields, type Logger, isData, MASK, maskSecrets } from '@ticketgate/sdk';
import type Winston from 'winston';

import type { Configuration } from '../configuration/configuration.js';

const COLOURS: Readonly<Record<string, string>> = { error: '31', warn: '33', info: '32', debug: '90' };

/** Formats a line for terminals: time, level, message and `name=value`, with stacks on separate lines. */
function prettyLine(info: Readonly<Record<string, unknown>>): string {
  const { timestamp, level, message, ...fields } = info;
  const time = String(timestamp).slice(11, 19);
  const name = String(level);
  const colour = `\u001b[${COLOURS[name] ?? '0'}m${name.padEnd(5)}\u001b[0m`;
  const parts = Object.entries(fields).map(([key, value]) => `${key}=${print(value)}`);
  return [`${time} ${colour} ${withoutControls(String(message))}`, ...parts].join('  ');
}

/**
 * Escapes control characters but tabs and ends of lines: what others have sent could move the cursor of a terminal, or hide lines. JSON
 * escapes only half of them.
 */
export function withoutControls(text: string): string {
  return text.replace(
    /(?!\t|\r?\n)\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function print(value: unknown): string {
  if (isData(value) && typeof value.stack === 'string') return `\n${withoutControls(value.stack)}`;
  if (typeof value === 'string' && !/[\s="\p{Cc}]/u.test(value)) return value;
  return value === undefined ? 'undefined' : withoutControls(JSON.stringify(value));
}

interface LoggerOptions {
  readonly level: Configuration['log']['level'];
  /** `auto`: pretty on a terminal, JSON otherwise. */
  readonly format: Configuration['log']['format'];
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Creates a logger that writes to `stream`; errors and warnings go through the filter for repeated lines. */
export function createLogger(options: LoggerOptions): Logger {
  let log: Winston.Logger | undefined;
  const write = (line: LogLine) => {
    log ??= openLog(options);
    log.log(line);
  };
  const writeOnce = filterRepeated(write);
  const levels = new Set(LEVELS.slice(0, LEVELS.indexOf(options.level) + 1));
  const loggerWith = (common: LogFields): Logger => {
    const at = (level: Level) => (message: string, fields?: LogFields) => {
      if (!levels.has(level)) return;
      const line = makeLine(level, message, { ...common, ...fields });
      if (level === 'error' || level === 'warn') writeOnce(line);
      else write(line);
    };
    return {
      error: at('error'),
      warn: at('warn'),
      info: at('info'),
      debug: at('debug'),
      child: (fields) => loggerWith({ ...common, ...fields }),
    };
  };
  return loggerWith({});
}

const LEVELS = ['error', 'warn', 'info', 'debug'] as const;
type Level = (typeof LEVELS)[number];

/** Loads Winston with the first line: most commands log nothing, and loading it would take a tenth of their time. */
function openLog({ level, format, stream }: LoggerOptions): Winston.Logger {
  // Synchronous, so that no line is lost when the process ends.
  const winston = createRequire(import.meta.url)('winston') as typeof Winston;
  const isPretty = format === 'pretty' || (format === 'auto' && stream.isTTY === true);
  const lines = isPretty ? winston.format.printf(prettyLine) : winston.format.json({ deterministic: false });
  return winston.createLogger({
    level,
    format: winston.format.combine(winston.format.timestamp(), lines),
    // Its types declare the class as an interface.
    transports: [new winston.transports.Stream({ stream })],
  });
}

/** Winston appends a field named "message" to the text, so its own names are renamed. */
function makeLine(level: Level, message: string, { message: text, level: grade, ...others }: LogFields): LogLine {
  const renamed = { ...others, ...(text === undefined ? {} : { text }), ...(grade === undefined ? {} : { grade }) };
  return { ...maskFields(renamed), level, message: maskURLs(message) };
}

export type LogLine = Readonly<Record<string, unknown>> & { readonly level: string; readonly message: string };

const MILLISECONDS = 60_000;
/** Lines that are distinguished within a minute; all others count as the same. */
const MOST_LINES = 1_000;

/**
 * Writes a repeated line once, and then once a minute with the number of repetitions, so that a database that is unavailable for an hour
 * does not fill the disk. Lines that differ only in numbers and request ids count as repetitions.
 *
 * @param afterMinute runs work a minute later
 */
export function filterRepeated(write: (line: LogLine) => void, afterMinute = doAfterMinute): (line: LogLine) => void {
  const lines = new Map<string, { readonly line: LogLine; readonly count: number }>();
  const summarizeLater = (key: string) =>
    afterMinute(() => {
      const known = lines.get(key);
      if (known === undefined || known.count === 0) {
        lines.delete(key);
        return;
      }
      write({ ...known.line, repeated: known.count });
      lines.set(key, { ...known, count: 0 });
      summarizeLater(key);
    });
  return (line) => {
    const wanted = keyLine(line);
    const key = lines.has(wanted) || lines.size < MOST_LINES ? wanted : '';
    const known = lines.get(key);
    lines.set(key, { line, count: known === undefined ? 0 : known.count + 1 });
    if (known !== undefined) return;
    write(line);
    summarizeLater(key);
  };
}

function doAfterMinute(work: () => void): void {
  setTimeout(work, MILLISECONDS).unref();
}

/** Identifies a line by its texts and errors, without numbers and request ids. */
function keyLine(line: LogLine): string {
  return JSON.stringify(line, (name, value: unknown) =>
    name === 'requestId' || typeof value === 'number' ? undefined : value,
  );
}

const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^:@/\s]*):[^@/\s]*@/gi;
const PASSWORD_PARAMETER = /([?&]\w*password=)[^&#\s"']*/gi;

/** Masks secrets in the fields of a log line, in case a caller logs any. */
function maskFields(fields: LogFields): LogFields {
  const masked = maskSecrets(fields, (value) => {
    if (typeof value === 'string') return maskURLs(value);
    // Others, such as dates, have a `toJSON`.
    return value instanceof Error ? describeError(value) : value;
  });
  return isData(masked) ? masked : {};
}

/** Hides the password of URLs such as `postgres://user:password@host/database`, also where it is a parameter. */
export function maskURLs(text: string): string {
  return text.replace(URL_PASSWORD, `$1:${MASK}@`).replace(PASSWORD_PARAMETER, `$1${MASK}`);
}

/** Logged members of errors. Those of PostgreSQL's errors contain no values of requests. */
const DETAILS = ['code', 'constraint', 'table', 'position', 'statement'];

function describeError(error: Error): LogFields {
  return {
    message: maskURLs(error.message),
    // Those that this error has.
    ...Object.fromEntries(DETAILS.flatMap((name) => (name in error ? [[name, error[name as keyof Error]]] : []))),
    stack: maskURLs(error.stack ?? ''),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
