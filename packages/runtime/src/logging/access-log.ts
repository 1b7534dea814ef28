import type { FinishedRequest } from '@ticketgate/gateway';
import type { Logger } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';

/** Most characters of a value that clients choose. */
const LONGEST = 300;

function formatRequest(request: FinishedRequest): string {
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

function snip(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Milliseconds between two writes, so that lines are written together. */
const INTERVAL = 100;
/** Characters that may wait; further lines are dropped and counted. */
const MOST_WAITING = 8_000_000;

/** Writes a line for each finished request. If the output is too slow, lines are dropped instead of delaying requests. */
export function openAccessLog(log: Configuration['log'], output: NodeJS.WritableStream, logger: Logger) {
  let lines: string[] = [];
  let [size, dropped] = [0, 0];
  let timer: NodeJS.Timeout | undefined;
  let isBlocked = false;
  /** Writes the waiting lines, unless the output still has to drain. */
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0 || isBlocked) return;
    const text = `${lines.join('\n')}\n`;
    lines = [];
    if (dropped > 0)
      logger.warn('lines of the access log were dropped: they could not be written fast enough', { lines: dropped });
    [size, dropped] = [0, 0];
    isBlocked = !output.write(text);
    if (!isBlocked) return;
    output.once('drain', () => {
      isBlocked = false;
      flush();
    });
  };
  const listen = (request: FinishedRequest): void => {
    if (log.access === 'errors' && request.status < 400 && request.errorCode === undefined) return;
    if (size > MOST_WAITING) {
      dropped += 1;
      return;
    }
    const line = formatRequest(request);
    lines.push(line);
    size += line.length;
    timer ??= setTimeout(flush, INTERVAL).unref();
  };
  return { listen, flush };
}
