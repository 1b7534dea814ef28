import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;
const LEAST = 128;
const MOST = 1024;
/** It shares the machine with us, and reads the rest through the system's own cache. */
const SHARE = 1 / 8;

/** Megabytes of tables and indexes that PostgreSQL keeps at hand: by the memory of the machine, or of the container around us. */
export function bufferMegabytes(memory: number = availableMemory()): number {
  return Math.min(MOST, Math.max(LEAST, Math.floor((memory * SHARE) / MEGABYTE)));
}

/** Bytes. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  // Without a limit it answers 0, or a number that no machine has.
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
