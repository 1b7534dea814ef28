import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems give outgoing connections ports from 32,768 on: none takes one below before its server listens. */
const FIRST = 20_000;
const END = 30_000;
const TRIES = 100;

/**
 * A port of 127.0.0.1 that nothing listens on, by chance, so that two programs that ask at a time seldom get the same.
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

/** Binds the port and lets it go again. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}
