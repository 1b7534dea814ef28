import { totalmem } from 'node:os';

const MEGABYTE = 1024 * 1024;
const LEAST = 128;
const MOST = 1024;
/** PostgreSQL shares the machine with this process and also uses the file cache of the system. */
const SHARE = 1 / 8;

/** `shared_buffers` in megabytes, by the memory of the machine or of the container. */
export function bufferMegabytes(memory: number = availableMemory()): number {
  return Math.min(MOST, Math.max(LEAST, Math.floor((memory * SHARE) / MEGABYTE)));
}

/** Bytes. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  // Without a limit it returns 0, or more than any machine has.
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
