import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MILLISECONDS = 20_000;

/** Waits for a program that has been started. */
export async function untilListening(port: number): Promise<void> {
  const end = Date.now() + PATIENCE_MILLISECONDS;
  while (!(await isListening(port))) {
    if (Date.now() > end) throw new Error(`Nobody listens on port ${String(port)}.`);
    await wait(20);
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}
