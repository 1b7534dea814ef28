import type { FinishedRequest } from '@ticketgate/gateway';
import type { Logger } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';

/** Most characters of a value that clients choose. */
const LONGEST = 300;

/** Formats a request for the access log, without a line break. */
function accessLine(request: FinishedRequest, format: Configuration['log']['accessFormat']): string {
  return format === 'json' ? jsonLine(request) : combinedLine(request);
}

function jsonLine(request: FinishedRequest): string {
  const { id: requestId, path, milliseconds, userAgent, caller, service, ...others } = request;
  return JSON.stringify({
    requestId,
    ...others,
    service: service?.name,
    path: snip(path()),
    milliseconds: Math.round(milliseconds * 100) / 100,
    caller: caller?.login,
    userAgent: snip(userAgent),
    record: undefined,
  });
}

/** The Combined Log Format of Apache and nginx. */
function combinedLine({ address, caller, time, method, path, status, bytesSent, userAgent }: FinishedRequest): string {
  const request = quote(`${method} ${path()} HTTP/1.1`);
  const login = caller === undefined ? '-' : caller.login.replaceAll(/[^\x21-\x7e]|"/g, toHex);
  return `${address || '-'} - ${login} [${formatLogDate(time)}] ${request} ${status} ${bytesSent} "-" ${quote(userAgent)}`;
}

function formatLogDate(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ');
  return `${day}/${month}/${year}:${clock} +0000`;
}

function quote(text: string): string {
  return `"${snip(text).replaceAll(/[^\x20-\x7e]|["\\]/g, toHex)}"`;
}

/** Escapes characters that could end a text or a line. */
function toHex(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

function snip(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Milliseconds between two writes, so that lines are written together. */
const INTERVAL = 100;
/** Characters that may wait; further lines are dropped and counted. */
const MOST_WAITING = 8_000_000;

interface AccessLogOptions {
  readonly log: Configuration['log'];
  readonly output: NodeJS.WritableStream;
  readonly logger: Logger;
}

/** Writes a line for each finished request. If the output is too slow, lines are dropped instead of delaying requests. */
export class AccessLog {
  readonly #options: AccessLogOptions;
  readonly #errorsOnly: boolean;
  #lines: string[] = [];
  #size = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #isBlocked = false;

  constructor(options: AccessLogOptions) {
    this.#options = options;
    this.#errorsOnly = options.log.access === 'errors';
  }

  readonly listen = (request: FinishedRequest): void => {
    if (this.#errorsOnly && request.status < 400 && request.errorCode === undefined) return;
    if (this.#size > MOST_WAITING) {
      this.#dropped += 1;
      return;
    }
    const line = accessLine(request, this.#options.log.accessFormat);
    this.#lines.push(line);
    this.#size += line.length;
    this.#timer ??= setTimeout(() => this.flush(), INTERVAL).unref();
  };

  /** Writes the waiting lines, unless the output still has to drain. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { output, logger } = this.#options;
    if (this.#lines.length === 0 || this.#isBlocked) return;
    const text = `${this.#lines.join('\n')}\n`;
    this.#lines = [];
    this.#size = 0;
    if (this.#dropped > 0)
      logger.warn('lines of the access log were dropped: they could not be written fast enough', {
        lines: this.#dropped,
      });
    this.#dropped = 0;
    this.#isBlocked = !output.write(text);
    if (!this.#isBlocked) return;
    output.once('drain', () => {
      this.#isBlocked = false;
      this.flush();
    });
  }
}
