import { copyFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import type { Logger } from '@ticketgate/sdk';

/** Bytes of the log; one older file of this size is kept beside it. */
const LARGEST = 10_000_000;
const LOOK_MILLISECONDS = 10_000;

/** Rotates PostgreSQL's log, so that it does not fill the disk. Returns a function that stops it. */
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

/** Copies and truncates the file: PostgreSQL has it open for appending and need not reopen it. */
function rotate(file: string, logger: Logger, largest: number): void {
  try {
    if (sizeOf(file) <= largest) return;
    copyAside(file);
    truncateSync(file);
  } catch (error) {
    logger.warn('the log of PostgreSQL could not be rotated', { file, error });
  }
}

/** Copies the log; on a full disk without space for a copy, its lines are given up. */
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
