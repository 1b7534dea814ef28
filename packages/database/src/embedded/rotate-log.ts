import { copyFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import type { Logger } from '@ticketgate/sdk';

/** Bytes of the log; one older file of this size is kept beside it. */
const LARGEST = 10_000_000;
const LOOK_MILLISECONDS = 10_000;

/** Keeps PostgreSQL's log from filling the disk. Returns the way to stop. */
export function limitLogSize(file: string, logger: Logger, largest = LARGEST): () => void {
  rotate(file, logger, largest);
  const timer = setInterval(() => {
    rotate(file, logger, largest);
  }, LOOK_MILLISECONDS);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/** PostgreSQL has the file open for appending: it is copied and emptied, so that the server need not reopen it. */
function rotate(file: string, logger: Logger, largest: number): void {
  try {
    if (sizeOf(file) <= largest) return;
    copyAside(file);
    truncateSync(file);
  } catch (error) {
    logger.warn('the log of PostgreSQL could not be rotated', { file, error });
  }
}

/** A full disk has no space for a copy; then the space is worth more than the lines of the log. */
function copyAside(file: string): void {
  try {
    copyFileSync(file, `${file}.1`);
  } catch {
    rmSync(`${file}.1`, { force: true });
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
