import type { LogFields, Logger } from '@ticketgate/sdk';
import winston from 'winston';

import type { Configuration } from '../configuration/configuration.js';
import { maskFields, maskURLs } from './mask-secrets.js';
import { prettyLine } from './pretty-line.js';
import { RepeatedLines } from './repeated-lines.js';

export interface LoggerOptions {
  readonly level: Configuration['log']['level'];
  /** `auto`: pretty on a terminal, JSON otherwise. */
  readonly format: Configuration['log']['format'];
  readonly stream: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** The log: one line per event on `stream`. */
export function createLogger({ level, format, stream }: LoggerOptions): Logger {
  const isPretty = format === 'pretty' || (format === 'auto' && stream.isTTY === true);
  const lines = isPretty ? winston.format.printf(prettyLine) : winston.format.json({ deterministic: false });
  const logger = winston.createLogger({
    level,
    format: winston.format.combine(winston.format.timestamp(), lines),
    // Its types give the class as an interface.
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
    transports: [new winston.transports.Stream({ stream })],
  });
  const repeated = new RepeatedLines((line) => {
    logger.log(line);
  });
  return new WinstonLogger({ logger, repeated }, {});
}

/** Where lines go: straight to the log, or, for errors, through the filter for repeated lines. */
interface Outlet {
  readonly logger: winston.Logger;
  readonly repeated: RepeatedLines;
}

class WinstonLogger implements Logger {
  readonly #outlet: Outlet;
  readonly #fields: LogFields;

  constructor(outlet: Outlet, fields: LogFields) {
    this.#outlet = outlet;
    this.#fields = fields;
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    this.#write('debug', message, fields);
  }

  child(fields: LogFields): Logger {
    return new WinstonLogger(this.#outlet, { ...this.#fields, ...fields });
  }

  #write(level: string, message: string, fields: LogFields = {}): void {
    const { logger, repeated } = this.#outlet;
    if (!logger.isLevelEnabled(level)) return;
    // Winston joins a field called "message" to the text, so fields never carry its own names.
    const { message: text, level: grade, ...others } = { ...this.#fields, ...fields };
    const renamed = { ...others, ...(text === undefined ? {} : { text }), ...(grade === undefined ? {} : { grade }) };
    const line = { ...maskFields(renamed), level, message: maskURLs(message) };
    if (level === 'error' || level === 'warn') repeated.add(line);
    else logger.log(line);
  }
}
