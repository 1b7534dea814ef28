import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Operating systems use ports from 32,768 for outgoing connections, so none takes one of these before its server listens. */
const FIRST = 20_000;
const END = 30_000;
const TRIES = 100;

/**
 * A random free port of 127.0.0.1, so that two programs that start together seldom choose the same one.
 *
 * @throws Error if a hundred ports in a row are taken
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
  throw new Error(`Other programs listen on all of ${TRIES} ports between ${FIRST} and ${END} that were tried.`);
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
